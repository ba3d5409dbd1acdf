import type { Client } from "pg";
import type { Place } from "#prisma/distribution.ts";

type PlanNode = {
  "Node Type": string;
  Operation?: string;
  "Relation Name"?: string;
  Alias?: string;
  Output?: string[];
  Plans?: PlanNode[];
};

/** The ones that the service uses. */
const VOLATILE = /\b(?:clock_timestamp|gen_random_uuid|random|nextval)\(/;

type Scan = { table: string; alias: string; by: string };

/**
 * What a statement would meet if the tables were distributed like that; empty for one that is of one shard. Read from its
 * plan, in which PostgreSQL has resolved every name, and which needs no values. Statements of triggers are not in it.
 *
 * - `every <table>`: all of its shards are asked.
 * - `rows <table>`: the shard depends on each row of the statement, be it of its parameters or of another part of it.
 * - `locks <table>`: it locks rows there on more than one shard.
 * - `volatile <table>`: it updates them with a function that may give each shard another value.
 * - `moves <table>`: it changes the column that they are spread by.
 * - `groups <a>+<b>`: it writes to tables that are not together, so that its transaction commits in two phases.
 * - `advisory lock`: only those on the same machine wait for it.
 */
export async function explainShards(
  client: Client,
  distribution: Record<string, Place>,
  text: string,
): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`,
  );
  const [row] = rows;
  if (!row) throw new Error("EXPLAIN answers with one row");
  const root = row["QUERY PLAN"][0].Plan;
  const conditions = listNodes(root).flatMap(conditionsOf);
  const scansOf = (node: PlanNode) =>
    listNodes(node).flatMap((one): Scan[] => {
      const { "Relation Name": table = "", Alias: alias = "" } = one;
      const place = distribution[table];
      const isScan = one["Node Type"] !== "ModifyTable" && typeof place === "object";
      return isScan ? [{ table, alias, by: place.by }] : [];
    });
  const isScattered = (scan: Scan) => reachOf(scan, conditions) !== "one";

  const found = [
    ...scansOf(root).map((scan) => `${reachOf(scan, conditions)} ${scan.table}`),
    ...listNodes(root)
      .filter((node) => node["Node Type"] === "LockRows")
      .flatMap(scansOf)
      .filter((scan) => isLocked(scan, text) && isScattered(scan))
      .map(({ table }) => `locks ${table}`),
    ...findUpdates(root, distribution).flatMap(({ table, by, values }) => [
      ...(values.some((value) => VOLATILE.test(value)) ? [`volatile ${table}`] : []),
      ...(setsColumn(text, table, by) ? [`moves ${table}`] : []),
    ]),
    ...listGroups(root, distribution),
    ...(/\bpg_(?:try_)?advisory_/.test(text) ? ["advisory lock"] : []),
  ];
  return [...new Set(found)].filter((one) => !one.startsWith("one "));
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function conditionsOf(node: PlanNode): string[] {
  const named = Object.entries(node).filter(([name]) => /(?:Cond|Filter)$/.test(name));
  return named.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
}

/** By what the column of the table is compared with: a parameter, a column of other rows, or nothing. */
function reachOf({ alias, by }: Scan, conditions: readonly string[]): "one" | "rows" | "every" {
  const column = `(?<![\\w.])${alias}\\.${by}\\b`;
  const is = (value: string) =>
    conditions.some((one) => new RegExp(`${column} = ${value}|${value} = ${column}`).test(one));
  if (is(String.raw`(?:ANY \()?(?:ARRAY\[)?(?:\$\d|')`)) return "one";
  return is(String.raw`[\w(".*)]`) ? "rows" : "every";
}

function isLocked({ alias }: Scan, text: string): boolean {
  const named = [...text.matchAll(/\bFOR (?:NO KEY )?(?:UPDATE|KEY SHARE|SHARE) OF (\w+)/g)];
  return named.length === 0 || named.some(([, name]) => name === alias);
}

/** The tables that are changed in place, and what their columns are set to. */
function findUpdates(root: PlanNode, distribution: Record<string, Place>) {
  return listNodes(root).flatMap(({ Operation, "Relation Name": table = "", Plans = [] }) => {
    const place = distribution[table];
    if (Operation !== "Update" || typeof place !== "object") return [];
    return [{ table, by: place.by, values: Plans.flatMap(({ Output = [] }) => Output) }];
  });
}

function setsColumn(text: string, table: string, column: string): boolean {
  const sets = text.matchAll(
    new RegExp(`UPDATE ${table}\\b(?: \\w+)?\\s+SET (.*?)(?:FROM|WHERE|RETURNING)`, "gs"),
  );
  return [...sets].some(([, set = ""]) => new RegExp(`\\b${column}\\s*=`).test(set));
}

/** Where it writes, if not in one group: such a transaction commits in two phases. */
function listGroups(root: PlanNode, distribution: Record<string, Place>): string[] {
  const written = listNodes(root).filter(({ Operation }) => Operation !== undefined);
  const groups = written.map(({ "Relation Name": table = "" }) => {
    const place = distribution[table];
    return typeof place === "object" ? place.group : (place ?? "unknown");
  });
  const all = [...new Set(groups)].sort();
  return all.length > 1 ? [`groups ${all.join("+")}`] : [];
}
