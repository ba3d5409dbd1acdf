import type { Pool } from "pg";
import { isId } from "#lib/core/ids.ts";
import type { Caller } from "./callers.ts";
import { Failure } from "./failure.ts";
import type { Secrets } from "./secrets.ts";

type Page = { userId: string; limit: number; cursor: string | undefined };

type Summary = {
  paymentId: string;
  keyId: string;
  createdAt: Date;
  deliveredAt: Date;
  matchData: Buffer;
} & Record<string, unknown>;

/** A page of delivered receipts, the newest first. */
export async function listReceipts(
  { pool, secrets }: { pool: Pool; secrets: Secrets },
  { organizationId, environment }: Caller,
  { userId, limit, cursor }: Page,
) {
  const before = cursor === undefined ? "pay_g" : readCursor(cursor);
  const { rows } = await pool.query<Summary>({
    name: "list-receipts",
    text: `
      SELECT p.id AS "paymentId", 'sale' AS kind, NULL AS "refundOf", p.receipt_id AS "receiptId",
             p.transaction_id AS "transactionId", 'sealed' AS "receiptStatus",
             p.status AS "paymentStatus", p.gateway, p.amount, p.currency, 0 AS "refundedAmount",
             p.key_id AS "keyId", p.created_at AS "createdAt", 'card' AS "deliveredBy",
             p.created_at AS "deliveredAt", p.match_data AS "matchData", 'service' AS "sealedAt",
             CASE WHEN p.is_escrowed THEN 'escrow' ELSE 'cardholder' END AS "keyKind"
      FROM payment p
      WHERE p.cardholder_id = (
              SELECT id FROM cardholder
              WHERE id = $1 AND organization_id = $2 AND environment = $3)
        AND p.id < $4 AND p.status = 'succeeded'
      ORDER BY p.id DESC LIMIT $5`,
    values: [userId, organizationId, environment, before, limit + 1],
  });
  if (rows.length === 0) await requireCardholder(pool, { organizationId, environment, userId });

  const receipts = rows.slice(0, limit).map(({ createdAt, deliveredAt, matchData, ...row }) => {
    const match = JSON.parse(secrets.decrypt(matchData, `match:${row.paymentId}`));
    return {
      ...row,
      keyIds: [row.keyId],
      createdAt: createdAt.toISOString(),
      deliveredAt: deliveredAt.toISOString(),
      match: { ...match, terminalId: null },
    };
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last ? Buffer.from(last.paymentId).toString("base64url") : null;
  return { userId, receipts, nextCursor };
}

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (isId("payment", id)) return id;
  throw new Failure("invalid_request", "Request validation failed", "cursor: is of no page");
}

async function requireCardholder(
  pool: Pool,
  {
    organizationId,
    environment,
    userId,
  }: Record<"organizationId" | "environment" | "userId", string>,
): Promise<void> {
  const { rowCount } = await pool.query(
    "SELECT FROM cardholder WHERE id = $1 AND organization_id = $2 AND environment = $3",
    [userId, organizationId, environment],
  );
  if (rowCount === 0) throw new Failure("not_found", "No such user");
}
