import { randomBytes } from "node:crypto";
import { until } from "#lib/testing/until.ts";
import { createHaproxy, type Place } from "./around.ts";
import type { Backups } from "./backups.ts";
import {
  createDatabase,
  type Database,
  databaseUrl,
  isAnswering,
  type Standing,
} from "./database.ts";
import { fillProxyFile } from "./deploy-files.ts";
import { createEtcd, type Etcd } from "./etcd.ts";
import type { Part } from "./part.ts";
import { createPatroniNode, type PatroniNode, prepareNode } from "./patroni-node.ts";
import { findFreePorts } from "./ports.ts";
import type { FailoverPrograms } from "./programs.ts";
import { openWire } from "./wire.ts";

type Role = "leader" | "sync_standby" | "replica";

type Member = { name: string; role: Role; state: string; timeline?: number; lag?: number | string };

/** Three PostgreSQL under Patroni, and the HAProxy whose port leads to the primary. */
export type PatroniCluster = Standing & {
  nodes: PatroniNode[];
  etcd: Etcd[];
  /** The one that takes writes now. */
  primary(): Promise<PatroniNode>;
  /** Waits until another one does. */
  hasOtherPrimary(than: PatroniNode): Promise<void>;
  /** The standby whose answer each commit waits for. */
  syncStandby(): Promise<PatroniNode>;
  /** Asks Patroni for an orderly change of the primary. */
  switchOver(): Promise<void>;
};

type Options = Place & {
  failoverPrograms: FailoverPrograms;
  /** Puts a disk of its own where a PostgreSQL's files go. */
  mountDisk?: (folder: string, account: Place["account"]) => Promise<() => Promise<void>>;
  /** Where each of them archives. */
  backups?: Backups;
};

const NODES = 3;
const FAILOVER_MS = 5 * 60_000;
const ASK_MS = 1_000;
/** Bytes: what a standby may lack, and be counted as well. */
const MAX_LAG = 16 * 1024 * 1024;

export async function createPatroni(
  options: Options,
  parts: AsyncDisposableStack,
): Promise<PatroniCluster> {
  const { folder, account, failoverPrograms, port, mountDisk } = options;
  const opening = parts.use(new AsyncDisposableStack());
  const ports = await findFreePorts(NODES * 4);
  const takePort = () => ports.pop() ?? 0;
  const etcd = await createEtcd({
    ...{ folder, account, program: failoverPrograms.etcd },
    ports: Array.from({ length: NODES }, () => ({ client: takePort(), peer: takePort() })),
  });
  opening.defer(() => endAll(etcd));
  const password = randomBytes(16).toString("hex");
  const nodes: PatroniNode[] = [];
  for (let at = 1; at <= NODES; at += 1) {
    const name = `pg-${at}`;
    const disk = await prepareNode(options, name);
    const unmount = await mountDisk?.(disk, account);
    if (unmount) opening.defer(unmount);
    const links = await Promise.all(etcd.map((member) => openWire(member.port)));
    for (const link of links) opening.use(link);
    const own = { name, links, password, patroni: failoverPrograms.patroni };
    const places = { port: takePort(), restPort: takePort() };
    nodes.push(await createPatroniNode({ ...options, ...own, ...places }));
  }
  opening.defer(() => endAll(nodes));
  const proxy = opening.use(await createPrimaryProxy(options, nodes));
  const urlFor: Database["urlFor"] = (role, name) => databaseUrl({ port, password }, role, name);

  const listMembers = async (): Promise<Member[]> => {
    const lists = await Promise.all(
      nodes.map((node) => askNode<{ members: Member[] }>(node, "/cluster")),
    );
    return lists.find((list) => list !== undefined)?.members ?? [];
  };
  const findRole = async (role: Role) => {
    const member = (await listMembers()).find((one) => one.role === role);
    return nodes.find(({ name }) => name === member?.name);
  };
  const findPrimary = async () => {
    const answers = await Promise.all(nodes.map((node) => askNode(node, "/primary")));
    return nodes.find((_, at) => answers[at] !== undefined);
  };
  const cluster: PatroniCluster = {
    ...{ name: "PostgreSQL under Patroni", nodes, etcd, port, password, urlFor },
    around: [proxy, ...etcd],
    async start() {
      await Promise.all(etcd.map((member) => member.start()));
      await Promise.all(nodes.map((node) => node.start()));
      await proxy.start();
      await until(async () => (await cluster.findAilments()).length === 0, FAILOVER_MS);
      await until(() => isAnswering(urlFor("postgres", "postgres")), FAILOVER_MS);
    },
    createDatabase: (name) => createDatabase(urlFor("postgres", "postgres"), { name, password }),
    primary: () => wait(findPrimary),
    hasOtherPrimary: (than) =>
      until(async () => ![undefined, than].includes(await findPrimary()), FAILOVER_MS),
    syncStandby: () => wait(() => findRole("sync_standby")),
    async switchOver() {
      const { name, restPort } = await cluster.primary();
      const body = JSON.stringify({ leader: name });
      const url = `http://127.0.0.1:${restPort}/switchover`;
      const response = await fetch(url, { method: "POST", body });
      if (!response.ok) throw new Error(`no switchover: ${await response.text()}`);
    },
    async findAilments() {
      const members = await listMembers();
      const roles = members.map(({ role }) => role);
      const timelines = new Set(members.map(({ timeline }) => timeline));
      return [
        ...nodes.filter((node) => !node.isRunning()).map(({ name }) => `${name} has ended`),
        ...nodes
          .filter(({ name }) => !isWell(members.find((member) => member.name === name)))
          .map(({ name }) => `${name} does not follow`),
        ...(["leader", "sync_standby"] as const).filter((role) => !roles.includes(role)),
        ...(timelines.size > 1 ? ["two timelines"] : []),
      ];
    },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
  return cluster;
}

async function endAll(parts: readonly AsyncDisposable[]): Promise<void> {
  await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
}

function isWell(member: Member | undefined): boolean {
  if (!member) return false;
  const { role, state, lag } = member;
  if (role === "leader") return state === "running";
  return ["running", "streaming"].includes(state) && typeof lag === "number" && lag < MAX_LAG;
}

/** Undefined where it does not answer, or not with 200. */
async function askNode<T>({ restPort }: PatroniNode, path: string): Promise<T | undefined> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const response = await fetch(`http://127.0.0.1:${restPort}${path}`, { signal });
    const body = await response.json();
    return response.ok ? body : undefined;
  } catch {
    return undefined;
  }
}

async function wait<T>(find: () => Promise<T | undefined>): Promise<T> {
  const found: { it?: T | undefined } = {};
  await until(async () => {
    found.it = await find();
    return found.it !== undefined;
  }, FAILOVER_MS);
  return found.it as T;
}

/** HAProxy of deploy/postgresql: one that is the primary no longer loses its connections at once. */
async function createPrimaryProxy(place: Place, nodes: readonly PatroniNode[]): Promise<Part> {
  return await createHaproxy(place, "haproxy-primary", fillProxyFile(place.port, nodes));
}
