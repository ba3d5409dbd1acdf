import { deleteEndedVisits } from "./store.ts";

/** Removes visits that have ended, `limit` at most; their cards are anybody's again. */
export async function endVisits(limit: number): Promise<number> {
  return await deleteEndedVisits(limit);
}
