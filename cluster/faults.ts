import { withClient } from "./database.ts";
import type { PlainStage, Stage } from "./stage.ts";

export type Fault<S extends Stage = PlainStage> = {
  title: string;
  /** For how long it lasts, while the shop goes on selling. */
  lastsMs: number;
  /** Begins it; returns what ends it, as an operator or a supervisor would. */
  strike(stage: S): Promise<() => Promise<unknown>>;
};

export const faults: Fault[] = [
  {
    title: "kill -9 of an instance, started again after 2 s",
    lastsMs: 2_000,
    async strike({ instances: [instance] }) {
      await instance?.kill();
      return async () => await instance?.start();
    },
  },
  {
    title: "kill -9 of the worker, started again after 5 s",
    lastsMs: 5_000,
    async strike({ worker }) {
      await worker.kill();
      return () => worker.start();
    },
  },
  {
    title: "kill -9 of PostgreSQL, started again after 3 s",
    lastsMs: 3_000,
    async strike({ postgres }) {
      await postgres.kill();
      return () => postgres.start();
    },
  },
  {
    title: "PostgreSQL slow: each packet 150 ms later, for 15 s",
    lastsMs: 15_000,
    async strike({ wire }) {
      wire.set({ kind: "slow", delayMs: 150 });
      return async () => wire.set({ kind: "open" });
    },
  },
  {
    title: "PostgreSQL locked: the payments cannot be reached for 12 s",
    lastsMs: 12_000,
    async strike({ postgres }) {
      const over = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const holding = withClient(postgres.urlFor("postgres"), async (client) => {
        await client.query("BEGIN");
        await client.query("LOCK TABLE payment IN ACCESS EXCLUSIVE MODE");
        locked.resolve();
        await over.promise;
        await client.query("ROLLBACK");
      });
      await Promise.race([locked.promise, holding]);
      return async () => {
        over.resolve();
        await holding;
      };
    },
  },
  {
    title: "PostgreSQL unreachable: packets vanish for 12 s",
    lastsMs: 12_000,
    async strike({ wire }) {
      wire.set({ kind: "silent" });
      return async () => wire.set({ kind: "open" });
    },
  },
  {
    title: "PostgreSQL unreachable: connections are refused for 10 s",
    lastsMs: 10_000,
    async strike({ wire }) {
      wire.set({ kind: "cut" });
      return async () => wire.set({ kind: "open" });
    },
  },
  {
    title: "Redis gone for 8 s",
    lastsMs: 8_000,
    async strike({ redis }) {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    title: "the pooler gone for 8 s",
    lastsMs: 8_000,
    async strike({ pooler }) {
      await pooler.kill();
      return () => pooler.start();
    },
  },
  {
    title: "both providers hang: they take requests and answer none for 15 s",
    lastsMs: 15_000,
    async strike({ providers }) {
      const both = Object.values(providers);
      for (const one of both) one.misbehave("silent", { times: Number.POSITIVE_INFINITY });
      return async () => {
        for (const one of both) one.behave();
      };
    },
  },
];
