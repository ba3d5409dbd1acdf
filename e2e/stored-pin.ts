import { pool } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";

/** Lets the service wait that long before the next try of a PIN, instead of a few seconds. */
export async function setPinWait(pinId: string, wait: string): Promise<void> {
  await withAppDatabase(async () => {
    const { rowCount } = await pool().query(
      "UPDATE pin_share SET not_before = now() + $2::interval WHERE id = $1 AND not_before IS NOT NULL",
      [pinId, wait],
    );
    if (rowCount !== 1) throw new Error("the service keeps no wait for this PIN");
  });
}

/** The tries that the service has counted for a share. */
export async function countTries(pinId: string): Promise<number | undefined> {
  return await withAppDatabase(async () => {
    const { rows } = await pool().query("SELECT tries FROM pin_share WHERE id = $1", [pinId]);
    return rows[0]?.tries;
  });
}
