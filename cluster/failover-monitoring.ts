import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PatroniCluster } from "./patroni.ts";

const rules = join(import.meta.dirname, "../deploy/monitoring/alerts-postgresql.yaml");

type Values = Map<string, number>;

/**
 * Compares what Patroni and etcd say of themselves with what the alerts expect, once all is well again: each figure by
 * its name, one primary and one synchronous standby, and a timeline that each change of the primary has raised.
 */
export async function checkMonitoring({ nodes, etcd }: PatroniCluster): Promise<string[]> {
  const members = await Promise.all(nodes.map(({ restPort }) => readMetrics(restPort)));
  const keepers = await Promise.all(etcd.map(({ port }) => readMetrics(port)));
  const changes = await countChanges(nodes.map(({ restPort }) => restPort));
  const sum = (name: string) => members.reduce((total, one) => total + (one.get(name) ?? 0), 0);
  const timelines = members.map((one) => one.get("patroni_postgres_timeline"));

  console.log(`  timeline ${timelines.join(", ")} after ${changes} changes of the primary`);
  return [
    ...[
      ...members.flatMap((values) => findUnknown(values, "patroni")),
      ...keepers.flatMap((values) => findUnknown(values, "etcd")),
    ].map((name) => `${name} is in no answer`),
    ...(sum("patroni_primary") === 1 ? [] : [`${sum("patroni_primary")} primaries`]),
    ...(sum("patroni_sync_standby") === 1 ? [] : [`${sum("patroni_sync_standby")} synchronous`]),
    ...(timelines.every((timeline) => timeline === changes + 1) ? [] : ["another timeline"]),
    ...(keepers.every((one) => one.get("etcd_server_has_leader") === 1)
      ? []
      : ["no leader of etcd"]),
  ].map((line) => `✗ monitoring: ${line}`);
}

/** What the alerts name, and these figures do not have. */
function findUnknown(values: Values, of: "patroni" | "etcd"): string[] {
  const named = readFileSync(rules, "utf8").matchAll(new RegExp(`\\b${of}_\\w+`, "g"));
  return [...new Set([...named].map(([name]) => name))].filter((name) => !values.has(name));
}

/** The first value of each name. */
async function readMetrics(port: number): Promise<Values> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await response.text()).matchAll(/^(\w+) ?(?:\{.*\})? (\S+)$/gm);
  const values: Values = new Map();
  for (const [, name = "", value] of lines) {
    if (!values.has(name)) values.set(name, Number(value));
  }
  return values;
}

/** Patroni writes down each; a member that has not noticed the last one yet knows fewer. */
async function countChanges(ports: readonly number[]): Promise<number> {
  const histories = await Promise.all(
    ports.map(async (port): Promise<unknown[]> => {
      const response = await fetch(`http://127.0.0.1:${port}/history`);
      return await response.json();
    }),
  );
  return Math.max(...histories.map((history) => history.length));
}
