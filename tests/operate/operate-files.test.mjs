// The files for operators, each checked by its own program: hadolint, docker compose, promtool, kubectl, systemd. Also checks that files
// which depend on each other agree.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { listAlerts, TIMES } from "../../xtask/js/ops/rules.mjs";
import { ensureDebian, hasApt } from "../helpers/debian.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { runProgram, readTemplate, TEMPLATES, findTool } from "./templates.mjs";

/** promtool is installed with the server. */
const PROMTOOL = process.env.PROMETHEUS ? join(dirname(process.env.PROMETHEUS), "promtool") : "promtool";
const YAML_TOOLS = fileURLToPath(new URL("yaml_tools.py", import.meta.url));

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-operate-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a program that must exit with 0; returns its output. */
async function canRun(program, args, options) {
  const { code, output, stdout } = await runProgram(program, args, options);
  assert.equal(code, 0, output);
  return stdout;
}

/** The documents of a text in YAML. */
const readDocuments = async (input) =>
  JSON.parse(await canRun(await ensurePython("operate"), [YAML_TOOLS, "json"], { input }));

/** The number or text after a name in a TOML text. */
const readSetting = (text, name) => {
  const [, value] = new RegExp(`^${name} = (.+)$`, "m").exec(text);
  return JSON.parse(value);
};
const listProxies = (text) => JSON.parse(/^clientIp = .*trustedProxies = (\[.*\]) \}$/m.exec(text)[1]);
/** The files that settings name as secrets. */
const listSecrets = (text) => [...text.matchAll(/"file:\/run\/secrets\/([\w.-]+)"/g)].map(([, name]) => name).sort();
const getSeconds = (text) => {
  const [, minutes = "0", rest = "0"] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  return Number(minutes) * 60 + Number(rest);
};

describe("the container template", () => {
  /** The template's folder as a user has it, with its secrets. */
  let home;
  let compose;
  before(async () => {
    const user = join(folder, "user");
    await mkdir(user);
    for (const name of ["container", "proxies"]) await cp(join(TEMPLATES, name), join(user, name), { recursive: true });
    home = join(user, "container");
    const env = { ...process.env, TON_EDGE_MAINNET_API_KEY: "upstream-key" };
    await canRun("sh", ["secrets.sh"], { cwd: home, env });
    const args = ["--profile", "tls", "config", "--format", "json"];
    compose = JSON.parse(await canRun(await findTool("docker-compose"), args, { cwd: home }));
  });

  test("hadolint finds no fault in the Dockerfile", async () => {
    await canRun(await findTool("hadolint"), ["--failure-threshold", "style", join(TEMPLATES, "container/Dockerfile")]);
  });

  test("the image runs as a numeric user, with exec forms, from a pinned version", async () => {
    const text = await readTemplate("container/Dockerfile");
    assert.match(text, /^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-alpine$/m);
    assert.match(text, /^USER \d+:\d+$/m);
    assert.match(text, /^STOPSIGNAL SIGTERM$/m);
    for (const name of ["ENTRYPOINT", "CMD"]) JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, "m").exec(text)[1]);
    JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(text)[1]);
    // A stage without RUN can be built for another processor without emulation.
    assert.doesNotMatch(text.slice(text.lastIndexOf("\nFROM ")), /^RUN /m);
  });

  test("only the files that the Dockerfile copies are sent to the builder", async () => {
    const ignoreLines = (await readTemplate("container/.dockerignore"))
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    assert.equal(ignoreLines[0], "*");
    const copiedFiles = [
      ...(await readTemplate("container/Dockerfile")).matchAll(/^COPY (?!--from)(.*) \S+$/gm),
    ].flatMap(([, words]) => words.split(" ").filter((word) => !word.startsWith("--")));
    assert.deepEqual(
      ignoreLines
        .slice(1)
        .map((line) => line.slice(1))
        .sort(),
      copiedFiles.sort(),
    );
  });

  test("the script writes secrets once, readable through mounts, in a folder that only its owner can open", async () => {
    const names = await readdir(join(home, "secrets"));
    const readTexts = async () => Promise.all(names.map((name) => readFile(join(home, "secrets", name), "utf8")));
    const firstTexts = await readTexts();
    const statOutput = await canRun("stat", ["-c", "%a", "secrets", ...names.map((name) => `secrets/${name}`)], {
      cwd: home,
    });
    assert.deepEqual(statOutput.trim().split("\n"), ["700", ...names.map(() => "444")]);
    await canRun("sh", ["secrets.sh"], { cwd: home });
    assert.deepEqual(await readTexts(), firstTexts);
    assert.ok((await readFile(join(home, "secrets/admin-token"), "utf8")).length >= 32);
    const [, password] = /^requirepass (\w+)\n$/.exec(await readFile(join(home, "secrets/valkey.conf"), "utf8"));
    assert.equal(await readFile(join(home, "secrets/valkey-url"), "utf8"), `redis://:${password}@valkey:6379`);
    await rm(join(home, "secrets/mainnet-api-key"));
    const { code, output } = await runProgram("sh", ["secrets.sh"], { cwd: home, env: { PATH: process.env.PATH } });
    assert.equal(code, 1);
    assert.match(output, /TON_EDGE_MAINNET_API_KEY/);
    await writeFile(join(home, "secrets/mainnet-api-key"), "upstream-key");
  });

  test("every service of compose.yaml is hardened, has limits and a health check", () => {
    const names = ["alertmanager", "caddy", "gateway", "grafana", "prometheus", "valkey"];
    assert.deepEqual(Object.keys(compose.services).sort(), names);
    for (const [name, service] of Object.entries(compose.services)) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ["ALL"], name);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
      assert.ok(service.deploy.resources.limits.memory && service.deploy.resources.limits.pids, name);
      // The gateway's image has its own health check.
      assert.ok(service.healthcheck || name === "gateway", name);
      assert.ok(!/(^|:)latest$/.test(service.image) && (service.image.includes(":") || service.build), name);
      const variables = JSON.stringify(service.environment ?? {});
      assert.doesNotMatch(variables, /(PASSWORD|TOKEN|KEY)":"(?!\/run\/secrets)/, name);
    }
  });

  test("compose.yaml publishes only the gateway, Grafana and Caddy, the first two only to this machine", () => {
    const publishedPorts = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map(({ host_ip = "", published, target }) => `${name} ${host_ip}:${published} ${target}`),
    );
    assert.deepEqual(publishedPorts.sort(), [
      "caddy :443 443",
      "caddy :443 443",
      "caddy :80 80",
      "gateway 127.0.0.1:8080 8080",
      "grafana 127.0.0.1:3000 3000",
    ]);
    const listNetworks = (name) => Object.keys(compose.services[name].networks).sort();
    for (const name of ["limiter", "metrics"]) assert.equal(compose.networks[name].internal, true);
    assert.deepEqual(listNetworks("valkey"), ["limiter"]);
    assert.deepEqual(listNetworks("prometheus"), ["metrics"]);
    assert.deepEqual(listNetworks("caddy"), ["public"]);
  });

  test("compose.yaml and ton-edge.toml agree in settings, secrets, networks and times", async () => {
    const text = await readTemplate("container/config/ton-edge.toml");
    const { gateway } = compose.services;
    assert.deepEqual(gateway.secrets.map(({ source }) => source).sort(), listSecrets(text));
    assert.deepEqual(
      compose.networks.public.ipam.config.map(({ subnet }) => subnet),
      listProxies(text),
    );
    assert.ok(getSeconds(gateway.stop_grace_period) * 1000 > readSetting(text, "drainMs"));
    for (const { target } of gateway.volumes)
      assert.match(await readTemplate("container/Dockerfile"), new RegExp(`${target}/`));
    const secretSources = Object.values(compose.services).flatMap(({ secrets = [] }) =>
      secrets.map(({ source }) => source),
    );
    assert.deepEqual([...new Set(secretSources)].sort(), (await readdir(join(home, "secrets"))).sort());
  });

  test("promtool finds no fault in prometheus.yml", async () => {
    const { prometheus } = compose.services;
    const getTarget = (path) => prometheus.volumes.find((volume) => volume.target === path);
    assert.ok(getTarget("/etc/prometheus/prometheus.yml") && getTarget("/etc/prometheus/rules"));
    const hostFolder = join(folder, "prometheus");
    await mkdir(hostFolder);
    const text = await readTemplate("container/prometheus.yml");
    assert.match(text, /credentials_file: \/run\/secrets\/admin-token/);
    await writeFile(join(hostFolder, "prometheus.yml"), text.replace("/run/secrets/", `${home}/secrets/`));
    await canRun(PROMTOOL, ["check", "config", "--lint-fatal", join(hostFolder, "prometheus.yml")]);
  });

  test("amtool finds no fault in alertmanager.yml, and every alert has its receiver", async (t) => {
    if (!hasApt()) return t.skip("amtool is of a Debian package");
    await ensureDebian(["/usr/bin/amtool"], ["prometheus-alertmanager"]);
    const path = join(TEMPLATES, "container/alertmanager.yml");
    await canRun("/usr/bin/amtool", ["check-config", path]);
    for (const { alert, severity } of listAlerts(TIMES)) {
      const labels = [`alertname=${alert}`, `severity=${severity}`];
      const receiver = (
        await canRun("/usr/bin/amtool", ["config", "routes", "test", `--config.file=${path}`, ...labels])
      ).trim();
      assert.equal(receiver, alert === "TonEdgeWatchdog" ? "watchdog" : "team", alert);
    }
    const { alertmanager, prometheus } = compose.services;
    assert.ok(alertmanager.volumes.some(({ target }) => target === "/etc/alertmanager/alertmanager.yml"));
    assert.deepEqual(Object.keys(alertmanager.networks).sort(), ["alerts", "metrics"]);
    assert.ok(Object.keys(prometheus.networks).includes("metrics"));
  });

  test("Grafana finds the data source and the dashboards", async () => {
    const [[{ datasources }], [{ providers }]] = await Promise.all(
      ["datasources", "dashboards"].map(async (name) =>
        readDocuments(await readTemplate(`container/grafana/${name}.yaml`)),
      ),
    );
    assert.deepEqual(
      datasources.map(({ uid, type, url }) => [uid, type, url]),
      [["prometheus", "prometheus", "http://prometheus:9090"]],
    );
    const targets = compose.services.grafana.volumes.map((volume) => volume.target);
    assert.ok(targets.includes(providers[0].options.path));
  });
});

describe("Kubernetes", () => {
  const home = join(TEMPLATES, "kubernetes");
  let objects;
  let overlay;
  let files;
  before(async () => {
    const kubectl = join(folder, "kubectl");
    await canRun(await ensurePython("operate"), [YAML_TOOLS, "kubectl", kubectl]);
    for (const name of ["base", "overlay"]) {
      const text = await canRun(kubectl, ["kustomize", join(home, name === "base" ? "base" : "overlays/example")]);
      await writeFile(join(folder, `${name}.yaml`), text);
      if (name === "base") objects = await readDocuments(text);
      else overlay = await readDocuments(text);
    }
    files = (await readdir(home, { recursive: true })).filter((name) => name.endsWith(".yaml"));
  });
  const findObject = (kind, name = "ton-edge") =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const getPod = (kind, name) => findObject(kind, name).spec.template.spec;

  test("every Kubernetes manifest satisfies its schema, alone and together", async () => {
    // Files that are not objects of Kubernetes.
    const otherFiles = ["kustomization.yaml", "prometheus-adapter.yaml", "servicemonitor.yaml"];
    const ownFiles = files.filter((name) => !otherFiles.includes(basename(name))).map((name) => join(home, name));
    const expectedOverlay = overlay.filter(({ kind }) => kind !== "ServiceMonitor");
    assert.equal(expectedOverlay.length, overlay.length - 1);
    await writeFile(
      join(folder, "overlay.yaml"),
      expectedOverlay.map((object) => JSON.stringify(object)).join("\n---\n"),
    );
    assert.ok(ownFiles.length >= 9);
    // The oldest version that the guide names, and the newest one that kubernetes-validate knows.
    for (const version of ["1.27", "1.37"]) {
      const args = [
        "--strict",
        "--kubernetes-version",
        version,
        ...ownFiles,
        join(folder, "base.yaml"),
        join(folder, "overlay.yaml"),
      ];
      await canRun(await findTool("kubernetes-validate"), args);
    }
  });

  test("pods meet the restricted Pod Security Standard", () => {
    for (const [kind, name] of [
      ["Deployment", "ton-edge"],
      ["StatefulSet", "valkey"],
    ]) {
      const pod = getPod(kind, name);
      assert.equal(pod.automountServiceAccountToken, false);
      assert.equal(pod.securityContext.runAsNonRoot, true);
      assert.ok(pod.securityContext.runAsUser > 0);
      assert.deepEqual(pod.securityContext.seccompProfile, { type: "RuntimeDefault" });
      for (const container of pod.containers) {
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
          readOnlyRootFilesystem: true,
        });
        assert.ok(container.resources.requests.cpu && container.resources.limits.memory);
        assert.equal(container.env, undefined, "secrets are files");
      }
    }
  });

  test("the pod drains before it ends, and mounts the files that the settings and the image name", async () => {
    const pod = getPod("Deployment");
    const [container] = pod.containers;
    const text = await readTemplate("kubernetes/base/ton-edge.toml");
    const [, pause] = container.lifecycle.preStop.exec.command;
    assert.ok(pod.terminationGracePeriodSeconds * 1000 > Number(pause) * 1000 + readSetting(text, "drainMs"));
    const secret = pod.volumes.find((volume) => volume.secret);
    assert.deepEqual(secret.secret.items.map(({ key }) => key).sort(), listSecrets(text));
    // The program itself times out before the probe does.
    const { mountPath } = container.volumeMounts.find(({ name }) => name === "api-keys");
    const keys = pod.volumes.find(({ name }) => name === "api-keys").secret;
    assert.deepEqual([keys.secretName, keys.optional], ["ton-edge-api-keys", true]);
    assert.ok(text.includes(`# apiKeys = "${mountPath}/keys.json"`));
    const [{ stringData }] = await readDocuments(await readTemplate("kubernetes/base/secret.example.yaml"));
    const valkey = getPod("StatefulSet", "valkey").volumes.find((volume) => volume.secret);
    assert.deepEqual(
      Object.keys(stringData).sort(),
      [...listSecrets(text), ...valkey.secret.items.map(({ key }) => key)].sort(),
    );
    const config = objects.find(({ kind }) => kind === "ConfigMap");
    assert.equal(config.data["ton-edge.toml"], text);
    assert.equal(pod.volumes.find((volume) => volume.configMap).configMap.name, config.metadata.name);
    const user = /^USER (\d+):(\d+)$/m.exec(await readTemplate("container/Dockerfile"));
    assert.deepEqual([pod.securityContext.runAsUser, pod.securityContext.runAsGroup], user.slice(1).map(Number));
    // An upstream that is down must neither restart a pod nor take one out of service.
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
      assert.deepEqual(container[probe].httpGet, { path: "/healthz", port: "admin" }, probe);
    // The operator names the proxies that may set the client IP.
    assert.doesNotMatch(text, /^clientIp/m);
  });

  test("the Kustomize overlay differs from the base only in the settings that it names", async () => {
    const name = ({ kind, metadata }) => `${kind} ${metadata.name.replace(/^(ton-edge)-\w{10}$/, "$1")}`;
    const makeTextByName = (list) => new Map(list.map((object) => [name(object), JSON.stringify(object)]));
    const [base, changedObjects] = [makeTextByName(objects), makeTextByName(overlay)];
    const changedNames = [...changedObjects].filter(([key, text]) => base.get(key) !== text).map(([key]) => key);
    assert.deepEqual(
      [...base.keys()].filter((key) => !changedObjects.has(key)),
      [],
    );
    assert.deepEqual(changedNames.sort(), [
      "ConfigMap ton-edge",
      "Deployment ton-edge",
      "HorizontalPodAutoscaler ton-edge",
      "ServiceMonitor ton-edge",
    ]);
    const [gateway] = overlay.find(({ kind }) => kind === "Deployment").spec.template.spec.containers;
    assert.deepEqual([gateway.image, gateway.resources.limits.memory], ["registry.example/ton-gateway:2", "1Gi"]);
    const scaler = overlay.find(({ kind }) => kind === "HorizontalPodAutoscaler");
    assert.deepEqual(
      scaler.spec.metrics.map(({ type }) => type),
      ["Pods", "Resource"],
    );
    const settings = overlay.find(({ kind }) => kind === "ConfigMap").data["ton-edge.toml"];
    assert.equal(settings, await readTemplate("kubernetes/overlays/example/ton-edge.toml"));
  });

  test("services, policies and autoscalers select existing pods and ports", async () => {
    const pods = [findObject("Deployment"), findObject("StatefulSet", "valkey")].map(({ spec }) => spec.template);
    const listMatchingObjects = (labels) =>
      pods.filter(({ metadata }) => Object.entries(labels).every(([name, value]) => metadata.labels[name] === value));
    for (const { kind, metadata, spec } of objects) {
      if (kind === "Service") {
        const [pod] = listMatchingObjects(spec.selector);
        const names = pod.spec.containers[0].ports.map(({ name }) => name);
        for (const { targetPort } of spec.ports) assert.ok(names.includes(targetPort), metadata.name);
      }
      if (kind === "NetworkPolicy")
        assert.equal(listMatchingObjects(spec.podSelector.matchLabels).length, 1, metadata.name);
      if (kind === "PodDisruptionBudget") assert.equal(listMatchingObjects(spec.selector.matchLabels).length, 1);
    }
    const [adapter] = await readDocuments(
      await readTemplate("kubernetes/components/in-flight/prometheus-adapter.yaml"),
    );
    const [scaler] = await readDocuments(await readTemplate("kubernetes/components/in-flight/hpa-in-flight.yaml"));
    assert.equal(scaler.spec.metrics[0].pods.metric.name, adapter.rules.custom[0].name.as);
    for (const { spec } of [scaler, findObject("HorizontalPodAutoscaler")])
      assert.equal(spec.scaleTargetRef.name, "ton-edge");
    const [monitor] = await readDocuments(
      await readTemplate("kubernetes/components/service-monitor/servicemonitor.yaml"),
    );
    assert.deepEqual(
      objects
        .filter(
          ({ kind, metadata }) =>
            kind === "Service" &&
            Object.entries(monitor.spec.selector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
        )
        .flatMap(({ spec }) => spec.ports.map(({ name }) => name)),
      monitor.spec.endpoints.map(({ port }) => port),
    );
    // The unit checks that the program exists.
    const query = adapter.rules.custom[0].metricsQuery
      .replace("<<.Series>>", "ton_edge_requests_in_flight")
      .replace("<<.LabelMatchers>>", 'namespace="a",pod=~"b|c"')
      .replace("<<.GroupBy>>", "pod");
    const rules = join(folder, "adapter.yml");
    await writeFile(
      rules,
      JSON.stringify({ groups: [{ name: "a", rules: [{ record: "pod:in_flight:mean", expr: query }] }] }),
    );
    await canRun(PROMTOOL, ["check", "rules", rules]);
  });
});

describe("systemd", () => {
  const unitPath = join(TEMPLATES, "systemd/ton-edge-gateway.service");
  const hasSystemd = async () => (await runProgram("systemd-analyze", ["--version"])).code === 0;

  test("systemd-analyze finds no fault in the unit, and a low exposure", async (t) => {
    if (!(await hasSystemd())) return t.skip("systemd-analyze is not installed");
    // PR_SET_MDWE of Linux 6.3, which has the same effect as the seccomp filter of MemoryDenyWriteExecute.
    const copy = join(folder, "ton-edge-gateway.service");
    await writeFile(copy, (await readFile(unitPath, "utf8")).replaceAll("/usr/bin/node", process.execPath));
    const socket = join(folder, "ton-edge-gateway.socket");
    await cp(unitPath.replace(/service$/, "socket"), socket);
    assert.equal(await canRun("systemd-analyze", ["verify", "--man=no", copy, socket]), "");
    const { output } = await runProgram("systemd-analyze", ["security", "--offline=true", "--no-pager", copy]);
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output);
    assert.ok(Number(exposure) <= 1.1, output);
  });

  test("the unit and ton-edge.toml agree in times and ports, and every secret is a credential", async () => {
    const [text, settings] = await Promise.all([readFile(unitPath, "utf8"), readTemplate("systemd/ton-edge.toml")]);
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(text);
    assert.ok(Number(stop) * 1000 > readSetting(settings, "drainMs"));
    const ports = [...settings.matchAll(/^port = (\d+)$/gm)].map(([, port]) => port);
    assert.deepEqual(
      [...text.matchAll(/^SocketBindAllow=tcp:(\d+)$/gm)].map(([, port]) => port),
      ports,
    );
    const socket = await readTemplate("systemd/ton-edge-gateway.socket");
    const [, address] = /^ListenStream=(.+)$/m.exec(socket);
    assert.equal(address, `${readSetting(settings, "host")}:${ports[0]}`);
    const credentials = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
    const usedSecrets = [...text.matchAll(/^Environment=TON_EDGE_\w+=file:%d\/([\w-]+)$/gm)].map(([, name]) => name);
    assert.deepEqual(credentials.sort(), usedSecrets.sort());
    assert.doesNotMatch(settings, /apiKey|adminToken/);
  });

  test("Node cannot run if memory must not become executable", async (t) => {
    // PR_SET_MDWE of Linux 6.3, which has the same effect as the seccomp filter of MemoryDenyWriteExecute.
    const denyScript =
      "import ctypes, os, sys\nif ctypes.CDLL(None).prctl(65, 1, 0, 0, 0): sys.exit(77)\nos.execv(sys.argv[1], sys.argv[1:])\n";
    const benchmarkSource =
      "const f = (n) => n + 1; let s = 0; for (let i = 0; i < 1e7; i += 1) s = f(s); console.log(s)";
    const { code, output } = await runProgram(await ensurePython("operate"), [
      "-c",
      denyScript,
      process.execPath,
      "-e",
      benchmarkSource,
    ]);
    if (code === 77) return t.skip("this kernel has no PR_SET_MDWE");
    assert.notEqual(code, 0, output);
  });
});

test("every file of the operators' templates is in the package, and in a guide", async () => {
  const guides = fileURLToPath(new URL("../../docs/operate/", import.meta.url));
  const texts = (await Promise.all((await readdir(guides)).map((name) => readFile(join(guides, name), "utf8")))).join(
    "",
  );
  for (const name of ["container", "kubernetes", "proxies", "systemd"]) {
    for (const entry of await readdir(join(TEMPLATES, name), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      assert.ok(texts.includes(entry.name), `${dirname(name)}/${entry.name} is in no guide`);
    }
  }
});
