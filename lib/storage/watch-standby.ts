import { setTimeout as delay } from "node:timers/promises";
import { log } from "#lib/log/logger.ts";
import { createReplayMeter } from "./replay-meter.ts";

/**
 * `starting`: not asked yet. `late`: further behind than the bound. `away`: it does not answer. `unfit`: it answers, and
 * is no standby of the primary, or cannot be used for another reason that the log has.
 */
type StandbyUse = "starting" | "used" | "late" | "away" | "unfit";

export type StandbyHealth = {
  state: StandbyUse;
  /** At most so much is it behind; null while that is unknown. */
  lagMs: number | null;
};

export type PrimaryAnswer = { lsn: number; system: string };

export type StandbyAnswer = {
  isStandby: boolean;
  /** Null where it has replayed nothing, or does not say. */
  lsn: number | null;
  system: string;
  /** What makes it unusable besides. */
  problems: string[];
};

export type StandbyWatch = {
  /** Whether it may be read at this moment. */
  isUsed(): boolean;
  health(): StandbyHealth;
  /** A read has found it away: until a check succeeds, it is not read. */
  distrust(error: unknown): void;
  stop(): Promise<void>;
};

type Watched = {
  askPrimary(): Promise<PrimaryAnswer>;
  askStandby(): Promise<StandbyAnswer>;
  /** Ends the reads that wait for it, where a check has found it away. */
  cut(): void;
  maxLagMs: number;
  intervalMs?: number;
};

const INTERVAL_MS = 1_000;

/** Commits that did not wait for the disk are in the log that much later: three times PostgreSQL's wal_writer_delay. */
const ASYNC_COMMIT_MS = 600;

type Trouble = { state: "starting" | "away" | "unfit"; reason: string };

/**
 * Checks a standby in the background, every second. Between two checks its data is taken to age, so that one which is
 * no longer checked is soon not read either.
 */
export function watchStandby({
  askPrimary,
  askStandby,
  cut,
  maxLagMs,
  intervalMs = INTERVAL_MS,
}: Watched): StandbyWatch {
  const meter = createReplayMeter();
  const starting: Trouble = { state: "starting", reason: "it was not asked yet" };
  const known: { trouble: Trouble | undefined; system: string | undefined } = {
    trouble: starting,
    system: undefined,
  };
  const said = { state: starting.state as StandbyUse };
  const startedAt = performance.now();
  const ending = new AbortController();
  const { signal } = ending;

  function lag(): number | undefined {
    const until = meter.completeUntil();
    return until === undefined ? undefined : performance.now() - until;
  }

  function health(): StandbyHealth {
    const lagMs = lag();
    const rounded = lagMs === undefined ? null : Math.round(lagMs);
    if (known.trouble) return { state: known.trouble.state, lagMs: rounded };
    return { state: isInTime(lagMs) ? "used" : "late", lagMs: rounded };
  }

  function isInTime(lagMs: number | undefined): boolean {
    return lagMs !== undefined && lagMs <= maxLagMs;
  }

  async function check(): Promise<void> {
    const at = performance.now() - ASYNC_COMMIT_MS;
    // Where the primary is away, the calls say so, and the standby's data ages.
    const primary = await askPrimary().catch(() => undefined);
    const isOfPrimary = primary === undefined || meter.noteWritten({ at, lsn: primary.lsn });
    known.system = primary?.system ?? known.system;
    try {
      const answer = await askStandby();
      const reason = isOfPrimary ? findUnfitness(answer, known.system) : AHEAD;
      meter.noteReplayed(answer.lsn ?? -1);
      known.trouble = reason === undefined ? undefined : { state: "unfit", reason };
    } catch (error) {
      known.trouble = { state: "away", reason: messageOf(error) };
      cut();
    }
    if (!signal.aborted) sayChange();
  }

  function sayChange(): void {
    const { state, lagMs } = health();
    // The first checks find out how far it is.
    const isUnknown = state === "late" && lagMs === null;
    if (state === said.state || (isUnknown && performance.now() - startedAt < maxLagMs)) return;
    said.state = state;
    if (state === "used") log().info({ lag_ms: lagMs }, "the consoles read from the standby");
    else {
      const reason = known.trouble?.reason ?? `it is behind by more than ${maxLagMs} ms`;
      log().warn({ state, lag_ms: lagMs, reason }, "the consoles do not read from the standby");
    }
  }

  async function checkOn(): Promise<void> {
    while (!signal.aborted) {
      await check();
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const checking = checkOn();

  return {
    isUsed: () => known.trouble === undefined && isInTime(lag()),
    health,
    distrust(error) {
      known.trouble ??= { state: "away", reason: messageOf(error) };
      sayChange();
    },
    async stop() {
      ending.abort();
      await checking;
    },
  };
}

const AHEAD =
  "it has more of the log than the primary of DATABASE_URL: after a failover, let it follow the new primary";

export function findUnfitness(
  { isStandby, lsn, system, problems }: StandbyAnswer,
  ownSystem: string | undefined,
): string | undefined {
  if (ownSystem !== undefined && system !== ownSystem) {
    return "it is not a standby of the database of DATABASE_URL: name one in DATABASE_READ_URL";
  }
  // It may have gone another way than the primary, and nothing that it says would show that.
  if (!isStandby) {
    return "it is no standby, or no longer: name one in DATABASE_READ_URL, or remove the setting";
  }
  if (lsn === null) return "it does not say how far it has replayed the log";
  return problems.length > 0 ? problems.join("; ") : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
