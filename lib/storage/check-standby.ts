import pg from "pg";
import { findConnectionProblems } from "./check-connections.ts";
import { askStandby, standbySettings } from "./connect-standby.ts";
import { findUnfitness } from "./watch-standby.ts";

/** Throws what is wrong with a standby of this database. */
export async function requireStandby(url: string, primaryUrl: string): Promise<void> {
  const [standby, primary] = [openOne(url), openOne(primaryUrl)];
  try {
    const [answer, own] = await Promise.all([
      askStandby(standby),
      // Another check says that the primary is away.
      askStandby(primary).catch(() => undefined),
    ]);
    const reason = findUnfitness(answer, own?.system);
    const problems = reason === undefined ? await findConnectionProblems(url) : [reason];
    if (problems.length > 0) throw new Error(problems.join("; "));
  } finally {
    await Promise.all([standby.end(), primary.end()]);
  }
}

function openOne(url: string): pg.Pool {
  return new pg.Pool({ ...standbySettings(url), max: 1 }).on("error", () => undefined);
}
