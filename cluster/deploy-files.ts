import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

// The files of deploy/postgresql, which a trial runs with: it replaces addresses, certificates, and accounts alone.

const folder = join(import.meta.dirname, "../deploy/postgresql");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const dynamic = z.looseObject({
  ttl: z.int(),
  loop_wait: z.int(),
  retry_timeout: z.int(),
  postgresql: z.looseObject({ parameters: z.record(z.string(), z.union([z.string(), z.int()])) }),
});

const account = z.looseObject({ username: z.string() });

const patroniFile = z.looseObject({
  scope: z.string(),
  etcd: z.looseObject({ hosts: z.array(z.string()) }),
  bootstrap: z.looseObject({ dcs: dynamic, initdb: z.array(z.unknown()) }),
  postgresql: z.looseObject({
    data_dir: z.string(),
    parameters: z.record(z.string(), z.string()),
    authentication: z.looseObject({ superuser: account, replication: account, rewind: account }),
  }),
  tags: z.record(z.string(), z.boolean()),
});

export function readPatroniFile(): z.output<typeof patroniFile> {
  return patroniFile.parse(parse(read("patroni.yml")));
}

/** The variables of etcd. */
export function readEtcdFile(): Record<string, string> {
  return readPairs(read("etcd.env"), "#");
}

/** The settings of PgBouncer's own section. */
export function readPoolerFile(): Record<string, string> {
  const [, own = ""] = read("pgbouncer.ini").split("[pgbouncer]\n");
  return readPairs(own, ";");
}

type Server = { name: string; port: number; restPort: number };

/** HAProxy's file with another port and other servers, which it checks without TLS; it runs as whoever starts it. */
export function fillProxyFile(port: number, servers: readonly Server[]): string {
  const text = read("haproxy.cfg");
  const lines = text.slice(text.indexOf("listen primary\n")).split("\n");
  return [
    ...lines
      .filter((line) => !line.startsWith("  server "))
      .map((line) => (line.startsWith("  bind ") ? `  bind 127.0.0.1:${port}` : line)),
    ...servers.map((one) => `  server ${one.name} 127.0.0.1:${one.port} port ${one.restPort}`),
    "",
  ].join("\n");
}

function readPairs(text: string, comment: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith(comment));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
