import { withClient } from "./database.ts";
import type { Fault } from "./faults.ts";
import { fillDisk } from "./optional-faults.ts";
import type { PatroniCluster } from "./patroni.ts";
import type { PatroniNode } from "./patroni-node.ts";
import type { Stage } from "./stage.ts";

type FailoverStage = Stage<PatroniCluster>;

export type FailoverFault = Fault<FailoverStage> & {
  /** Whether it is part of the short form. */
  isTelling?: boolean;
};

const PROBE_MS = 10_000;

export const failoverFaults: FailoverFault[] = [
  {
    title: "primary killed, and its Patroni",
    isTelling: true,
    lastsMs: 0,
    async strike({ postgres }) {
      const old = await postgres.primary();
      await old.crash();
      await postgres.hasOtherPrimary(old);
      return () => old.start();
    },
  },
  {
    title: "primary frozen, and awake after another one leads",
    isTelling: true,
    lastsMs: 0,
    async strike({ postgres }) {
      const old = await postgres.primary();
      old.freeze();
      await postgres.hasOtherPrimary(old);
      return async () => {
        old.thaw();
        const proof = await acknowledgedBy(old);
        if (proof) throw new Error(`${old.name} took a write after it had been followed, ${proof}`);
      };
    },
  },
  {
    title: "primary cut off from etcd",
    lastsMs: 0,
    async strike({ postgres }) {
      const old = await postgres.primary();
      for (const link of old.links) link.set({ kind: "silent" });
      await postgres.hasOtherPrimary(old);
      return async () => {
        for (const link of old.links) link.set({ kind: "open" });
      };
    },
  },
  {
    title: "switchover by command",
    isTelling: true,
    lastsMs: 0,
    async strike({ postgres }) {
      const old = await postgres.primary();
      await postgres.switchOver();
      await postgres.hasOtherPrimary(old);
      return async () => undefined;
    },
  },
  {
    title: "synchronous standby killed, back after 5 s",
    lastsMs: 5_000,
    async strike({ postgres }) {
      const standby = await postgres.syncStandby();
      await standby.crash();
      return () => standby.start();
    },
  },
  {
    title: "member of etcd killed, back after 4 s",
    lastsMs: 4_000,
    async strike({ postgres: { etcd } }) {
      const member = etcd[Math.floor(Math.random() * etcd.length)];
      await member?.kill();
      return async () => await member?.start();
    },
  },
  {
    title: "all connections ended at once",
    lastsMs: 0,
    async strike({ postgres }) {
      await withClient((await postgres.primary()).url, (client) =>
        client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE pid <> pg_backend_pid() AND backend_type IN ('client backend', 'walsender')`,
        ),
      );
      return async () => undefined;
    },
  },
];

/** Takes a disk of its own for each PostgreSQL. */
export const fullStandby: FailoverFault = {
  title: "disk of the synchronous standby full for 5 s",
  lastsMs: 5_000,
  async strike({ postgres }) {
    return await fillDisk((await postgres.syncStandby()).disk);
  },
};

/** What it says of itself with a commit that it still acknowledges, past HAProxy; undefined where it acknowledges none. */
async function acknowledgedBy({ url }: PatroniNode): Promise<string | undefined> {
  const write = withClient(url, async (client) => {
    const { rows } = await client.query<{ standbys: string }>(
      `SELECT pg_logical_emit_message(true, 'probe', ''),
              current_setting('synchronous_standby_names') AS standbys`,
    );
    return `waiting for [${rows[0]?.standbys}]`;
  });
  const tooLate = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PROBE_MS, undefined).unref();
  });
  return await Promise.race([write, tooLate]).catch(() => undefined);
}
