import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { databaseSettings } from "./database.ts";
import { fillProxyFile, readEtcdFile, readPatroniFile, readPoolerFile } from "./deploy-files.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const MACHINES = ["pg-1", "pg-2", "pg-3"];

describe("the files for a PostgreSQL that fails over", () => {
  const patroni = readPatroniFile();
  const { dcs } = patroni.bootstrap;
  const etcd = readEtcdFile();

  test("Patroni's times allow for a renewal that fails", () => {
    assert.ok(dcs.ttl >= dcs.loop_wait + 2 * dcs.retry_timeout);
    assert.ok(Number(etcd.ETCD_ELECTION_TIMEOUT) < dcs.retry_timeout * 1000);
    // As etcd advises: several heartbeats may be lost.
    const heartbeat = Number(etcd.ETCD_HEARTBEAT_INTERVAL);
    assert.ok(Number(etcd.ETCD_ELECTION_TIMEOUT) >= 10 * heartbeat);
  });

  test("commits wait for a standby, and the lead is renewed by comparison", () => {
    assert.equal(dcs.synchronous_mode, true);
    assert.deepEqual(
      Object.keys(patroni).filter((name) => name.startsWith("etcd")),
      ["etcd"],
    );
    assert.equal(etcd.ETCD_ENABLE_V2, "true");
  });

  test("PostgreSQL logs no values of rows, and takes as many connections as in the other trials", () => {
    const { parameters } = dcs.postgresql;
    for (const name of ["log_min_error_statement", "log_error_verbosity", "max_connections"]) {
      assert.equal(String(parameters[name]), Reflect.get(databaseSettings, name), name);
    }
  });

  test("all name the same machines", () => {
    const proxied = [
      ...read("deploy/postgresql/haproxy.cfg").matchAll(/^ {2}server (\S+) (\S+)/gm),
    ];
    const scraped = parse(read("deploy/monitoring/prometheus.yaml")).scrape_configs;
    const targets = (job: string) =>
      scraped.find((one: { job_name: string }) => one.job_name === job).static_configs[0].targets;
    const at = (port: number) => MACHINES.map((name) => `${name}.internal:${port}`);
    assert.deepEqual(patroni.etcd.hosts, at(2379));
    assert.deepEqual(targets("patroni"), at(8008));
    assert.deepEqual(targets("etcd"), at(2381));
    assert.deepEqual(
      proxied.map(([, name, address]) => [name, address]),
      MACHINES.map((name) => [name, `${name}.internal:5432`]),
    );
    assert.deepEqual(
      etcd.ETCD_INITIAL_CLUSTER?.split(","),
      MACHINES.map((name) => `${name}=https://${name}.internal:2380`),
    );
  });

  test("docs/operations.md fills in every place, and no other", () => {
    const files = ["patroni.yml", "etcd.env", "haproxy.cfg", "pgbouncer.ini"];
    const text = files.map((name) => read(`deploy/postgresql/${name}`)).join("\n");
    const places = new Set([...text.matchAll(/@[A-Z_]+@/g)].map(([place]) => place));
    const passwords = [...places].filter((place) => place.endsWith("_PASSWORD@"));
    const guide = read("docs/operations.md");
    const named = [...guide.matchAll(/s\/(@[A-Z_]+@)\//g)].map(([, place = ""]) => place);
    const [, list = ""] =
      /for name in ([A-Z ]+); do echo "s\/@\$\{name\}_PASSWORD@/.exec(guide) ?? [];
    const filled = [...named, ...list.split(" ").map((name) => `@${name}_PASSWORD@`)];
    assert.equal(passwords.length, 3);
    assert.deepEqual([...new Set(filled)].sort(), [...places].sort());
  });

  test("pgBackRest takes the folder and the socket that Patroni gives PostgreSQL", () => {
    const { data_dir: data, parameters } = patroni.postgresql;
    for (const file of ["pgbackrest.conf", "repository.conf"]) {
      const text = read(`deploy/pgbackrest/${file}`);
      const values = (option: string) =>
        new Set([...text.matchAll(new RegExp(`^pg\\d-${option}=(.*)$`, "gm"))].map(([, it]) => it));
      assert.deepEqual([...values("path")], [data], file);
      assert.deepEqual([...values("socket-path")], [parameters.unix_socket_directories], file);
    }
  });

  test("compose.yaml's PgBouncer has the same settings", () => {
    const [, text = ""] = read("deploy/compose/start-pgbouncer.sh").split("[pgbouncer]\n");
    const shared = Object.entries(readPoolerFile()).filter(
      ([name]) => !/^(listen_addr|unix_socket_dir|auth_file|server_tls_.*)$/.test(name),
    );
    assert.ok(shared.length >= 8);
    for (const [name, value] of shared) {
      assert.ok(text.split("\n").includes(`${name} = ${value}`), name);
    }
  });
});

test("a trial's HAProxy has the settings of the file, and servers of its own", () => {
  const text = fillProxyFile(6000, [{ name: "pg-1", port: 6001, restPort: 6002 }]);
  const lines = text.split("\n").map((line) => line.trim());
  assert.ok(text.startsWith("listen primary\n"));
  for (const line of [
    "bind 127.0.0.1:6000",
    "option httpchk GET /primary",
    "default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    "server pg-1 127.0.0.1:6001 port 6002",
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.equal(lines.filter((line) => /^(server|bind) /.test(line)).length, 2);
});
