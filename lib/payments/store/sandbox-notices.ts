import type { HintSubject } from "#lib/gateways/gateway.ts";
import { pool } from "#lib/storage/database.ts";
import { type Payment, paymentColumns } from "./columns.ts";

/** A payment about which the sandbox has something to say. */
export type NoticedPayment = Payment & { about: HintSubject; dueAt: Date; isDue: boolean };

/**
 * Of all organizations, the first due first. By hand for the join with a table of the room `gateways`, which knows no
 * tenants.
 */
export async function selectNoticed(limit: number): Promise<NoticedPayment[]> {
  const { rows } = await pool().query<NoticedPayment>(
    `SELECT ${paymentColumns}, n.about, n.due_at AS "dueAt", n.due_at <= now() AS "isDue"
     FROM sandbox_notice n JOIN payment p ON p.id = n.payment_id
     ORDER BY n.due_at LIMIT $1`,
    [limit],
  );
  return rows;
}
