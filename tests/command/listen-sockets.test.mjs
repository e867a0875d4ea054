// The command with sockets that another process opened (`LISTEN_FDS`, as systemd does): a restart refuses no connection.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { findFreePort } from "../helpers/free-port.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { startReplay } from "../upstream/replay.mjs";

const BIN = fileURLToPath(new URL("../../pkg/bin/ton-edge.js", import.meta.url));
const OWNER = fileURLToPath(new URL("socket_owner.py", import.meta.url));
const TOKEN = "a-token-of-the-operators";
const RESTARTS = 3;

let folder;
let upstream;
let command;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-sockets-"));
  upstream = await startReplay();
  const file = join(folder, "ton-edge.toml");
  // Ports that the command cannot open, because the sockets must replace them.
  await writeFile(
    file,
    `port = 1\nenforceOrigins = false\nmainnet = "${upstream.url}"\ntestnet = "off"\nadminToken = "env:TOKEN"\nlogLevel = "warn"
admin = { port = 2 }\nlimits = { keyless = "off", budget = "off", requests = "off" }\n`,
  );
  command = [process.execPath, BIN, "gateway", "--config", file];
});
after(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The status of a response on a new connection, or the code of the connection's failure. */
const send = (port, path, headers = {}) =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) =>
      response.resume().on("end", () => resolve(response.statusCode)),
    ).on("error", (error) => resolve(/** @type {any} */ (error).code));
  });

test("callers and operators who connect during a restart wait, and none is refused", { timeout: 60_000 }, async (t) => {
  const env = { ...process.env, TOKEN };
  const owner = spawn(await ensurePython(), [OWNER, "public,operators", ...command], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  // When its standard input ends, the owner of the sockets also ends the command that it started.
  t.after(() => owner.stdin.end());
  const output = createInterface({ input: owner.stdout });
  const lines = [];
  output.on("line", (line) => lines.push(line));
  const waitForLine = async (pattern, count) => {
    while (lines.filter((line) => pattern.test(line)).length < count) await once(output, "line");
    return pattern.exec(lines.findLast((line) => pattern.test(line)));
  };
  const [, publicPort, operatorsPort] = await waitForLine(/^ports (\d+) (\d+)$/, 1);
  await waitForLine(/listening/, 1);
  assert.match(lines.join(), new RegExp(`listening on http://127\\.0\\.0\\.1:${publicPort}\\b`));

  const outcomes = new Map();
  let isFinished = false;
  const callers = Array.from({ length: 4 }, async (_, index) => {
    while (!isFinished) {
      const outcome = await (index === 0
        ? send(operatorsPort, "/metrics", { authorization: `Bearer ${TOKEN}` })
        : send(publicPort, "/api/v2/getMasterchainInfo"));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  });
  const count = () => outcomes.get(200) ?? 0;
  for (let restart = 1; restart <= RESTARTS; restart += 1) {
    for (const countBefore = count(); count() < countBefore + 100; )
      await new Promise((resolve) => setTimeout(resolve, 10));
    owner.stdin.write("restart\n");
    assert.equal((await waitForLine(/^exit (.+)$/, restart))[1], "0");
    await waitForLine(/listening/, restart + 1);
    assert.equal(await send(publicPort, "/metrics"), 404, "the public socket serves the operators' paths");
  }
  isFinished = true;
  await Promise.all(callers);
  t.diagnostic(`${outcomes.get(200)} requests during ${RESTARTS} restarts`);
  assert.deepEqual([...outcomes.keys()], [200]);
  owner.stdin.end();
  assert.deepEqual(await once(owner, "exit"), [0, null]);
});

test("sockets that are not what the variables say are refused with the reason, and those of another process are ignored", {
  timeout: 60_000,
}, async () => {
  const run = async (variables, args = [], stdio = /** @type {any[]} */ ([])) => {
    // The shell becomes the command, whose process id it knows.
    const script = 'export LISTEN_PID=$$; for one in $VARIABLES; do export "$one"; done; exec "$@"';
    const child = spawn("sh", ["-c", script, "sh", ...command, ...args], {
      env: { ...process.env, TOKEN, VARIABLES: variables },
      stdio: ["ignore", "pipe", "pipe", ...stdio],
    });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return `${code} ${errors.split("\n")[0]}`;
  };
  for (const [variables, expected] of [
    ["LISTEN_FDS=x", /^2 ton-edge: the variable `LISTEN_FDS` must be a whole number from 1 to 2, not x/],
    ["LISTEN_FDS=0", /^2 ton-edge: the variable `LISTEN_FDS` must be a whole number/],
    ["LISTEN_FDS=3", /^2 ton-edge: the variable `LISTEN_FDS` must be a whole number/],
    ["LISTEN_PID=x LISTEN_FDS=1", /^2 ton-edge: the variable `LISTEN_PID` must be a process id, not x/],
    ["LISTEN_FDS=2", /^2 ton-edge: two sockets need names: set `FileDescriptorName` to `public` and `operators`/],
    ["LISTEN_FDS=2 LISTEN_FDNAMES=public:public", /^2 ton-edge: two sockets need names/],
    ["LISTEN_FDS=1 LISTEN_FDNAMES=public:operators", /^2 ton-edge: `LISTEN_FDNAMES` has 2 names for 1 socket/],
    // File descriptor 3 is /dev/null.
    ["LISTEN_FDS=1", /^2 ton-edge: the file descriptor 3 is not a TCP socket that can listen/],
  ])
    assert.match(await run(variables, [], ["ignore"]), /** @type {RegExp} */ (expected), String(variables));
  const configOptions = ["--config", join(folder, "without-admin.toml")];
  await writeFile(configOptions[1], `port = 1\nmainnet = "${upstream.url}"\n`);
  assert.match(
    await run("LISTEN_FDS=1 LISTEN_FDNAMES=operators", configOptions, ["ignore"]),
    /^2 ton-edge: the socket `operators` needs the setting `admin\.port`/,
  );
  const port = await findFreePort();
  const child = spawn(
    command[0],
    [...command.slice(1), "--port", `${port}`, "--admin-port", `${await findFreePort()}`],
    {
      env: { ...process.env, TOKEN, LISTEN_PID: "1", LISTEN_FDS: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  child.kill("SIGTERM");
  assert.match(line, new RegExp(`listening on http://127\\.0\\.0\\.1:${port}$`));
  await once(child, "exit");
});

test("a socket that is not TCP is refused", { timeout: 30_000 }, async (t) => {
  const script = `import os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execvp(sys.argv[2], sys.argv[2:])`;
  const child = spawn(await ensurePython(), ["-c", script, join(folder, "unix-socket"), ...command], {
    env: { ...process.env, TOKEN },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  assert.equal(code, 2);
  assert.match(errors, /^ton-edge: the file descriptor 3 is not a TCP socket that can listen$/m);
});
