import { moveEscrow } from "#lib/escrow/move-escrow.ts";
import { startJobSoon } from "#lib/jobs/job-queue.ts";
import { moveColumns } from "./columns.ts";

export const MOVE_JOB = "move-keys";

/** Moves data to the current versions; returns when to try skipped rows again. */
export async function moveKeys(): Promise<Date | undefined> {
  const columnsAgainAt = await moveColumns();
  return (await moveEscrow()) ?? columnsAgainAt;
}

/** Starts the job in a process of the service now instead of at its next hour. */
export async function startMove(): Promise<void> {
  await startJobSoon(MOVE_JOB);
}
