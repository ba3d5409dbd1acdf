import { moveEscrow } from "#lib/escrow/move-escrow.ts";
import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { moveColumns } from "./columns.ts";

export const MOVE_JOB = "move-keys";

/** Moves what can be moved to the current versions; returns when to look again at what was in use. */
export async function moveKeys(): Promise<Date | undefined> {
  const columnsAgainAt = await moveColumns();
  return (await moveEscrow()) ?? columnsAgainAt;
}

/** Has a process of the service do it now instead of at its next hour. */
export async function startMove(): Promise<void> {
  await startJobSoon(MOVE_JOB);
}
