import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runAs } from "#lib/storage/embedded/account.ts";
import { getBinaries } from "#lib/storage/embedded/binaries.ts";
import { until } from "#lib/testing/until.ts";
import type { Place } from "./around.ts";
import { createDatabase, type Database, databaseUrl, type Standing } from "./database.ts";
import { createFront, type Front } from "./major-upgrade-front.ts";
import { createPair, majorOf, type PostgresPair } from "./major-upgrade-pair.ts";
import { findFreePorts } from "./ports.ts";

/** Two major versions, each with a standby, and the port that leads to one of them. */
export type UpgradeDatabase = Standing & {
  /** The system's, where the service begins. */
  older: PostgresPair;
  /** The embedded one. */
  newer: PostgresPair;
  front: Front;
  /** Where the programs of the older one are. */
  tools: string;
};

const FOLLOWING_MS = 2 * 60_000;

export async function createUpgradeDatabase(place: Place): Promise<UpgradeDatabase> {
  const { folder, account, programs, port } = place;
  const embedded = await getBinaries(account);
  requireOlder(programs.postgres, embedded.postgres);
  const ports = await findFreePorts(5);
  const takePort = () => ports.pop() ?? 0;
  const takePorts = () => ({ primary: takePort(), standby: takePort() });
  const shared = { folder, account, password: randomBytes(16).toString("hex") };
  const tools = dirname(realpathSync(programs.initdb));
  const older = await createPair({
    ...{ ...shared, programs, ports: takePorts() },
    prepare: (data) => age(join(tools, "pg_resetwal"), data, account),
  });
  const newer = await createPair({ ...shared, programs: embedded, ports: takePorts() });
  const front = await createFront(place, { servers: [older, newer], controlPort: takePort() });

  const { password } = shared;
  const urlFor: Database["urlFor"] = (role, name) => databaseUrl({ port, password }, role, name);
  const findAilments = async () =>
    (await Promise.all([older, newer].map((pair) => pair.findAilments()))).flat();
  return {
    ...{ name: `${older.name}, ${newer.name}, a standby of each`, port, password, urlFor },
    ...{ older, newer, front, tools, around: [front], findAilments },
    async start() {
      await Promise.all([older.start(), newer.start()]);
      await until(async () => (await findAilments()).length === 0, FOLLOWING_MS);
      await front.start();
    },
    createDatabase: (name) => createDatabase(urlFor("postgres", "postgres"), { name, password }),
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await Promise.all([older, newer].map((pair) => pair[Symbol.asyncDispose]()));
    },
  };
}

function requireOlder(ours: string, embedded: string): void {
  const [older, newer] = [majorOf(ours), majorOf(embedded)];
  if (older < newer) return;
  throw new Error(
    `PostgreSQL ${older} of the system is not older than the embedded ${newer}: nothing to upgrade to`,
  );
}

/** As if it had counted through four billion transactions: its ids are far beyond those of a new one. */
async function age(resetwal: string, data: string, account: Place["account"]): Promise<void> {
  await promisify(execFile)(resetwal, ["--epoch=1", "-D", data], runAs(account));
}
