import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { z } from "zod";
import { requireSafeProduction } from "#lib/boot/require-safe-production.ts";
import { parseConfig } from "#lib/config.ts";

// What these files need to run is not on every machine; that they agree with the code can be seen anywhere.

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const known = new Set([...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
const END_SECONDS = 60;
/** As `openssl rand -hex 24` makes one. */
const PASSWORD = "a".repeat(48);
const MAX_NOTICE_SECONDS = 30;

const variables = z.record(z.string(), z.string());
const service = z.object({
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: variables.optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const compose = z.object({ services: z.record(z.string(), service) });

describe("compose.yaml", () => {
  const { services } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  const ours = Object.entries(services).filter(([, { image }]) => image === "sealslip");

  test("has two instances, a worker, and the migrations", () => {
    assert.deepEqual(ours.map(([name]) => name).sort(), ["migrate", "web-1", "web-2", "worker"]);
  });

  for (const [name, { environment = {}, command = ["server.ts"], ...rest }] of ours) {
    test(`${name} runs a program that exists, with settings that production mode takes`, () => {
      for (const program of command) assert.ok(existsSync(join(root, program)), program);
      const settings = parseConfig({ ...readImage().env, ...fillIn(environment) });
      assert.equal(settings.productionMode, true);
      requireSafeProduction(settings, { serves: name.startsWith("web") });
      assert.deepEqual(findUnknown(Object.keys(environment)), []);
      const grace = Number.parseInt(rest.stop_grace_period ?? "", 10);
      assert.ok(grace >= settings.shutdownNoticeMs / 1000 + END_SECONDS);
    });
  }

  test("pins every image to a version", () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    const pinned = /^sealslip$|:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/;
    assert.deepEqual(
      images.filter((image) => !pinned.test(image)),
      [],
    );
  });
});

/** As whoever fills in the variables of the file would. */
function fillIn(environment: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = {
    DOMAIN: "localhost",
    SMTP_URL: "smtps://127.0.0.1",
    BACKUP_RECIPIENTS: "",
    MAIL_FROM: "",
  };
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)[^}]*\}/g, (_match, name: string) => values[name] ?? PASSWORD);
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}

function findUnknown(names: readonly string[]): string[] {
  return names.filter((name) => !known.has(name));
}

describe("the Dockerfile", () => {
  const text = read("Dockerfile");

  test("copies what exists, and nothing of a test", () => {
    const copied = [...text.matchAll(/^COPY ((?:--from=\S+ )?)(.+) \S+$/gm)].flatMap(
      ([, from = "", paths = ""]) =>
        from === "" ? paths.split(" ") : paths.split(" ").map((path) => path.replace("/app/", "")),
    );
    const made = ["node_modules", ".next", "."];
    const missing = copied.filter((path) => !made.includes(path) && !existsSync(join(root, path)));
    assert.ok(copied.length > 10);
    assert.deepEqual(missing, []);
    for (const pattern of ["**/*.test.ts", "lib/testing"]) {
      assert.ok(read(".dockerignore").split("\n").includes(pattern), pattern);
    }
  });

  test("runs the Node of the tests, not as root, with settings that exist", () => {
    const { node, env, user } = readImage();
    const lock = JSON.parse(read("package-lock.json"));
    assert.equal(node, lock.packages["node_modules/node"].version);
    assert.match(user, /^[1-9]\d*:[1-9]\d*$/);
    assert.deepEqual(findUnknown(Object.keys(env)), []);
  });
});

function readImage() {
  const text = read("Dockerfile");
  const [, node = ""] = /^FROM node:([\d.]+)-/m.exec(text) ?? [];
  const [, user = ""] = /^USER (.+)$/m.exec(text) ?? [];
  const [, line = ""] = /^ENV (NODE_ENV=.+)$/m.exec(text) ?? [];
  const env = Object.fromEntries(
    line.split(" ").map((pair) => pair.split("=") as [string, string]),
  );
  return { node, user, env };
}

describe("the proxies", () => {
  for (const path of ["deploy/compose/Caddyfile", "deploy/haproxy/haproxy.cfg"]) {
    test(`${path} sees within the notice that a server is to end`, () => {
      const text = read(path);
      const [, probe = ""] = /(?:health_uri|httpchk GET) (\S+)/.exec(text) ?? [];
      assert.ok(existsSync(join(root, `app${probe}/route.ts`)), probe);
      const [, interval] = /(?:health_interval|inter) (\d+)s/.exec(text) ?? [];
      const [, notice] = /SHUTDOWN_NOTICE_SECONDS: "(\d+)"/.exec(read("compose.yaml")) ?? [];
      assert.ok(3 * Number(interval) < Number(notice));
    });
  }

  test("Caddy keeps a connection for less than a server does", () => {
    const [, kept] = /keepalive (\d+)s/.exec(read("deploy/compose/Caddyfile")) ?? [];
    const [, closed] = /keepAliveTimeout: (\d+)_000/.exec(read("lib/boot/listen.ts")) ?? [];
    assert.ok(Number(kept) < Number(closed));
  });
});

describe("the systemd units", () => {
  for (const path of globSync("deploy/systemd/*.service", { cwd: root })) {
    test(path, () => {
      const text = read(path);
      const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) =>
        line.split(" ").map((pair) => pair.split("=")[0] ?? ""),
      );
      assert.ok(names.includes("NODE_ENV"));
      // What SIGHUP has ended, without a supervisor, ended well.
      if (!text.includes("Type=oneshot")) assert.match(text, /^Restart=always$/m);
      assert.deepEqual(findUnknown(names), []);
      const [, program = ""] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(text) ?? [];
      assert.ok(existsSync(join(root, program)), program);
      const [, seconds = "0"] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? [];
      const notice = program === "server.ts" ? MAX_NOTICE_SECONDS : 0;
      if (!text.includes("Type=oneshot")) assert.ok(Number(seconds) >= notice + END_SECONDS);
    });
  }
});

describe("the files for pgBackRest", () => {
  const node = readOptions("deploy/pgbackrest/pgbackrest.conf");
  const repository = readOptions("deploy/pgbackrest/repository.conf");
  const numbers = [1, 2, 3];

  test("the machines let each other in, by the names that they call each other", () => {
    const hosts = numbers.flatMap((number) => repository[`pg${number}-host`] ?? []);
    assert.equal(new Set(hosts).size, 3);
    const known = hosts.map((host) => `${host}=sealslip`);
    assert.deepEqual(repository["tls-server-auth"], known);
    assert.deepEqual(node["tls-server-auth"], [`${node["repo1-host"]}=sealslip`]);
    assert.deepEqual(node["repo1-host-port"], repository["tls-server-port"]);
  });

  test("the machine of the backups looks for each PostgreSQL where it is", () => {
    for (const number of numbers) {
      for (const option of ["path", "port", "socket-path"]) {
        assert.ok(node[`pg1-${option}`]);
        assert.deepEqual(repository[`pg${number}-${option}`], node[`pg1-${option}`]);
      }
      assert.deepEqual(repository[`pg${number}-host-port`], node["tls-server-port"]);
    }
  });

  test("the repository is encrypted, by a key that nobody has seen here", () => {
    assert.deepEqual(repository["repo1-cipher-type"], ["aes-256-cbc"]);
    assert.deepEqual(repository["repo1-cipher-pass"], [""]);
    assert.equal(node["repo1-cipher-pass"], undefined);
  });

  test("each timer starts a backup of a kind that there is", () => {
    const [unit = ""] = globSync("deploy/pgbackrest/*.service", { cwd: root });
    assert.match(read(unit), /^ExecStart=\S+ --stanza=sealslip --type=%i backup$/m);
    const timers = globSync("deploy/pgbackrest/*.timer", { cwd: root }).map(read);
    const started = timers.map((timer) => /^Unit=(.+)$/m.exec(timer)?.[1]);
    const expected = ["diff", "full"].map((kind) => basename(unit).replace("@", `@${kind}`));
    assert.deepEqual(started.sort(), expected);
  });
});

/** The values of each option, in the order of the file. */
function readOptions(path: string): Record<string, string[]> {
  const options: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of read(path).matchAll(/^([a-z0-9-]+)=(.*)$/gm)) {
    options[name] = [...(options[name] ?? []), value];
  }
  return options;
}

describe("the chart", () => {
  const templates = globSync("deploy/helm/templates/*", { cwd: root }).map((path) => read(path));
  const text = templates.join("\n");
  const values: unknown = parse(read("deploy/helm/values.yaml"));

  test("asks for values that have a default, and for parts that are defined", () => {
    const paths = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1));
    assert.ok(paths.length > 10);
    assert.deepEqual(
      paths.filter((path) => at(values, path.split(".")) === undefined),
      [],
    );
    const defined = [...text.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const used = [...text.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].sort(), [...new Set(defined)].sort());
  });

  test("closes what it opens", () => {
    for (const template of templates) {
      const opened = template.match(/\{\{-? (?:if|range|with|define)\b/g) ?? [];
      const closed = template.match(/\{\{-? end\b/g) ?? [];
      assert.equal(closed.length, opened.length, template);
      assert.equal(template.split("{{").length, template.split("}}").length);
    }
  });

  test("sets variables that exist, in settings that production mode takes", () => {
    const named = [...text.matchAll(/name: ([A-Z_]{4,})\b/g), ...text.matchAll(/"([A-Z_]{4,})"/g)];
    const names = [...new Set(named.map(([, name = ""]) => name))];
    const { env } = z.object({ env: variables }).parse(values);
    assert.ok(names.includes("SECRETS_FILE"));
    assert.deepEqual(findUnknown([...names, ...Object.keys(env)]), []);
    const settings = parseConfig({
      ...readImage().env,
      ...env,
      BASE_URL: "https://localhost",
      SMTP_URL: "smtps://127.0.0.1",
    });
    requireSafeProduction(settings, { serves: true });
  });

  test("asks for paths that answer, and waits as long as an end may take", () => {
    const paths = [...text.matchAll(/path: (\/api\/\S+),/g)].map(([, path]) => path);
    assert.deepEqual([...new Set(paths)].sort(), ["/api/health", "/api/ready"]);
    for (const path of paths) assert.ok(existsSync(join(root, `app${path}/route.ts`)), path);
    const rest = text.match(/terminationGracePeriodSeconds: .*?(\d+)(?: \}\})?$/gm) ?? [];
    assert.equal(rest.length, 2);
    for (const line of rest) assert.ok(Number(/(\d+)(?: \}\})?$/.exec(line)?.[1]) >= END_SECONDS);
  });
});

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined,
    value,
  );
}
