// nginx and Caddy with their templates, at other ports on the loopback interface.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";

import { findFreePort } from "../helpers/free-port.mjs";
import { applyChanges, readTemplate, findTool } from "./templates.mjs";

export const DOMAIN = "gateway.example";

/**
 * A proxy: its port, the certificate that a client must trust, its complete log, and a function that stops it.
 *
 * @typedef {{ name: string, port: number, httpPort: number, ca: string, logs(): Promise<string>, close(): Promise<void> }} Proxy
 */

/** Whether a server listens on that port. @param {number} port */
const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.destroy());
    socket.once("close", (hadError) => resolve(!hadError)).once("error", () => {});
  });

/** Whether a handshake on that port succeeds. @param {number} port @param {string} file certificate of the authority */
async function isTrusted(port, file) {
  const ca = await readFile(file, "utf8").catch(() => undefined);
  if (ca === undefined) return false;
  return new Promise((resolve) => {
    const socket = connectTls({ host: "127.0.0.1", port, ca, servername: DOMAIN }, () => socket.end());
    socket.once("error", () => resolve(false)).once("close", (hadError) => resolve(!hadError));
  });
}

/** Starts a program, and waits until it listens. */
async function startProxy(program, args, env, port) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const messages = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => messages.push(text));
  const exitCode = once(child, "exit").catch((error) => messages.push(String(error)));
  let isEnded = false;
  exitCode.then(() => {
    isEnded = true;
  });
  for (let index = 0; !(await isListening(port)); index += 1) {
    if (isEnded || index === 400) {
      child.kill("SIGKILL");
      throw new Error(`${program} does not listen: ${messages.join("")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    output: messages,
    async close() {
      child.kill("SIGTERM");
      await exitCode;
    },
  };
}

/** All files of a folder as one text. */
async function readTexts(folder) {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("");
}

/**
 * @param {string} folder @param {number | number[]} gateway its port, or those of several @param {(text: string) => string} [edit] of the template
 * @returns {Promise<Proxy & { certificate: string, key: string }>} Caddy, with a certificate of its own authority
 */
export async function startCaddy(folder, gateway, edit = (text) => text) {
  const home = join(folder, "caddy");
  await mkdir(home);
  const [port, httpPort] = [await findFreePort(), await findFreePort()];
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${home}\n\thttps_port ${port}\n\thttp_port ${httpPort}\n\tdefault_bind 127.0.0.1\n`;
  const config = join(home, "Caddyfile");
  await writeFile(config, edit((await readTemplate("proxies/Caddyfile")).replace(/^\{\n/m, options)));
  const env = {
    TON_EDGE_DOMAIN: DOMAIN,
    TON_EDGE_GATEWAY: [gateway]
      .flat()
      .map((port) => `127.0.0.1:${port}`)
      .join(" "),
    HOME: home,
  };
  const { output, close } = await startProxy(
    await findTool("caddy"),
    ["run", "--adapter", "caddyfile", "--config", config],
    env,
    port,
  );
  const issuedFolder = join(home, "certificates/local", DOMAIN);
  const certificate = join(issuedFolder, `${DOMAIN}.crt`);
  // Caddy listens before it has the certificate.
  const ca = join(home, "pki/authorities/local/root.crt");
  for (let index = 0; !(await isTrusted(port, ca)); index += 1) {
    if (index === 400) throw new Error(`Caddy has no certificate: ${output.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    name: "Caddy",
    port,
    httpPort,
    ca: await readFile(ca, "utf8"),
    certificate,
    key: join(issuedFolder, `${DOMAIN}.key`),
    logs: async () => output.join(""),
    close,
  };
}

/** The configuration that includes the template, as a distribution's does. */
const makeNginxConfig = (home) => `${process.getuid?.() === 0 ? "user root;\n" : ""}daemon off;
pid ${home}/nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path ${home}/body;
    proxy_temp_path ${home}/proxy;
    fastcgi_temp_path ${home}/fastcgi;
    uwsgi_temp_path ${home}/uwsgi;
    scgi_temp_path ${home}/scgi;
    include ${home}/ton-edge.conf;
}
`;

export const NGINX = process.env.NGINX_COMMAND || "nginx";

/**
 * Writes nginx's template to a folder, with these ports, and with its certificate and logs in that folder. Returns the path of the
 * configuration that includes it.
 *
 * @param {string} home @param {{ gateway: number, port: number, httpPort: number, certificate: string, key: string }} place
 * @param {(text: string) => string} [edit]
 */
export async function writeNginx(home, { gateway, port, httpPort, certificate, key }, edit = (text) => text) {
  await mkdir(join(home, "logs"), { recursive: true });
  const text = applyChanges(await readTemplate("proxies/nginx.conf"), [
    [/ +listen \[::\].*\n/g, ""],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["server 127.0.0.1:8080 ", `server 127.0.0.1:${gateway} `],
    ["/etc/letsencrypt/live/gateway.example/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/gateway.example/privkey.pem", key],
    ["/var/log/nginx/", join(home, "logs/")],
  ]);
  await writeFile(join(home, "ton-edge.conf"), edit(text));
  const config = join(home, "nginx.conf");
  await writeFile(config, makeNginxConfig(home));
  return config;
}

/**
 * @param {string} folder @param {number} gateway its port @param {{ ca: string, certificate: string, key: string }} tls
 * @param {(text: string) => string} [edit] of the template @returns {Promise<Proxy>}
 */
export async function startNginx(folder, gateway, { ca, certificate, key }, edit) {
  const home = join(folder, "nginx");
  await mkdir(home);
  const [port, httpPort] = [await findFreePort(), await findFreePort()];
  const config = await writeNginx(home, { gateway, port, httpPort, certificate, key }, edit);
  const { output, close } = await startProxy(NGINX, ["-p", home, "-c", config], {}, port);
  return {
    name: "nginx",
    port,
    httpPort,
    ca,
    logs: async () => output.join("") + (await readTexts(join(home, "logs"))),
    close,
  };
}
