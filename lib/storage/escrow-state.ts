import type { Environment } from "#lib/contract/environment.ts";
import { pool } from "./database.ts";
import { escrowHorizon } from "./escrow-horizon.ts";

/** What waits in escrow and is of an age; `band` counts the ages of `edges` that it has reached. */
export type EscrowBand = { band: number; waiting: number; expiringSoon: number; oldestAt: Date };

/** Of an environment, from the index of what is in escrow alone. */
export async function listEscrowBands(
  environment: Environment,
  { edgesInDays, soonInDays }: { edgesInDays: number[]; soonInDays: number },
): Promise<EscrowBand[]> {
  const { rows } = await pool().query<EscrowBand>(
    escrowQuery(environment, { edgesInDays, soonInDays }),
  );
  return rows;
}

/** For a look at its plan, too. */
export function escrowQuery(
  environment: Environment,
  { edgesInDays, soonInDays }: { edgesInDays: number[]; soonInDays: number },
) {
  return {
    name: "list-escrow-bands",
    text: `
      SELECT width_bucket(extract(epoch FROM now() - escrowed_at)::float8 / 86400, $3::float8[]) AS band,
             count(*) AS waiting, min(escrowed_at) AS "oldestAt",
             count(*) FILTER (WHERE escrowed_at < $2::timestamptz + make_interval(days => $4))
               AS "expiringSoon"
      FROM payment
      WHERE environment = $1 AND receipt_status = 'escrowed' AND escrowed_at >= $2
      GROUP BY 1`,
    values: [environment, escrowHorizon(), edgesInDays, soonInDays],
  };
}

export async function countInEscrow(environment: Environment): Promise<number> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-in-escrow",
    text: `
      SELECT count(*) AS count FROM payment
      WHERE environment = $1 AND receipt_status = 'escrowed' AND escrowed_at >= $2`,
    values: [environment, escrowHorizon()],
  });
  return rows[0]?.count ?? 0;
}
