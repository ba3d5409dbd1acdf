import type { Tenant, VisitCaller } from "#lib/core/caller.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { IdentifierKind, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { CardIndexes, KnownCardIndex } from "#lib/crypto/card-index.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { VisitCard, VisitPayment } from "./contract.ts";

/** Inserts the organization of the visitors, which another room owns, unless it is there. */
export async function insertVisitors(row: {
  id: string;
  name: string;
  kind: OrganizationKind;
  tier: Tier;
}): Promise<void> {
  // What visits do is no organization's to approve.
  const data = { ...row, approvedEnvironments: [] };
  await prisma().organization.createMany({ data, skipDuplicates: true });
}

/** Reads organizations, which another room owns. */
export async function isOrganization(id: string): Promise<boolean> {
  return (await prisma().organization.count({ where: { id } })) === 1;
}

export async function insertVisit(id: string, expiresAt: Date): Promise<void> {
  await prisma().visit.create({ data: { id, expiresAt } });
}

export async function selectVisit(
  id: string,
): Promise<{ expiresAt: Date; payments: number; browsers: number } | null> {
  const visit = await prisma().visit.findUnique({
    where: { id, expiresAt: { gt: new Date() } },
    select: {
      expiresAt: true,
      payments: true,
      _count: { select: { tokens: { where: { purpose: "session" } } } },
    },
  });
  if (!visit) return null;
  const { expiresAt, payments, _count } = visit;
  return { expiresAt, payments, browsers: _count.tokens };
}

export async function countOpenVisits(): Promise<number> {
  return await prisma().visit.count({ where: { expiresAt: { gt: new Date() } } });
}

type Token = {
  hash: Bytes;
  visitId: string;
  purpose: "session" | "handover";
  expiresAt: Date;
};

export async function insertVisitToken(token: Token): Promise<void> {
  await prisma().visitToken.create({ data: token });
}

/** The visit of a session. SQL, because every call of a visit asks: one prepared statement. */
export async function selectVisitIdByToken(
  hash: Bytes,
): Promise<{ visitId: string; createdAt: Date; expiresAt: Date } | undefined> {
  const { rows } = await pool().query<{ visitId: string; createdAt: Date; expiresAt: Date }>({
    name: "select-visit-by-token",
    text: `
      SELECT v.id AS "visitId", v.created_at AS "createdAt", v.expires_at AS "expiresAt"
      FROM visit_token t JOIN visit v ON v.id = t.visit_id
      WHERE t.hash = $1 AND t.purpose = 'session' AND t.expires_at > now() AND v.expires_at > now()`,
    values: [hash],
  });
  return rows[0];
}

/** Uses up a code; the visit that it leads to. Of any number of calls with one code, one gets it. */
export async function deleteHandover(hash: Bytes): Promise<string | undefined> {
  const { rows } = await pool().query<{ visitId: string }>(
    `DELETE FROM visit_token WHERE hash = $1 AND purpose = 'handover' AND expires_at > now()
     RETURNING visit_id AS "visitId"`,
    [hash],
  );
  return rows[0]?.visitId;
}

export async function updateVisitExpiry(id: string, expiresAt: Date): Promise<void> {
  const now = new Date();
  await prisma().visit.updateMany({ where: { id, expiresAt: { gt: now } }, data: { expiresAt } });
}

export async function updateVisitEnded(id: string): Promise<void> {
  await prisma().visit.updateMany({ where: { id }, data: { expiresAt: new Date() } });
}

/** Counts one more payment; false where the visit has made that many already. */
export async function updatePaymentCount(
  { visitId }: VisitCaller,
  limit: number,
): Promise<boolean> {
  const { count } = await prisma().visit.updateMany({
    where: { id: visitId, payments: { lt: limit } },
    data: { payments: { increment: 1 } },
  });
  return count === 1;
}

/** The visit that has the card or other identifier; one that has ended has it until it is removed. */
export async function selectOwnerOfCard(indexes: CardIndexes): Promise<string | undefined> {
  const row = await prisma().visitCard.findFirst({
    where: { cardIndex: { in: indexes.map(({ value }) => new Uint8Array(value)) } },
    select: { visitId: true },
  });
  return row?.visitId;
}

/** False where it is taken, or the visit has that many of its kind. SQL: Prisma's insert has no condition. */
export async function insertVisitCard(
  { visitId }: VisitCaller,
  { kind, index }: { kind: IdentifierKind; index: KnownCardIndex },
  limit: number,
): Promise<boolean> {
  const { rowCount } = await pool().query(
    `INSERT INTO visit_card (card_index, visit_id, kind)
     SELECT $1, $2, $4
     WHERE (SELECT count(*) FROM visit_card WHERE visit_id = $2 AND kind = $4) < $3
     ON CONFLICT DO NOTHING`,
    [index.value, visitId, limit, kind],
  );
  return rowCount === 1;
}

/** Reads cardholders, which another room owns. */
export async function isUserOfVisit(
  { visitId, organizationId, environment }: VisitCaller,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "is-user-of-visit",
    text: `
      SELECT FROM cardholder c JOIN visit_card v ON v.card_index = c.card_index
      WHERE c.id = $1 AND c.organization_id = $2 AND c.environment = $3 AND v.visit_id = $4`,
    values: [userId, organizationId, environment, visitId],
  });
  return rowCount === 1;
}

/** Of any seller, as long as it is sealed to a user of the visit. Reads payments and cardholders. */
export async function isReceiptOfVisit(
  { visitId, organizationId, environment }: VisitCaller,
  paymentId: string,
): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "is-receipt-of-visit",
    text: `
      SELECT FROM payment p
      JOIN cardholder c ON c.id = p.cardholder_id
      JOIN visit_card v ON v.card_index = c.card_index
      WHERE p.id = $1 AND p.environment = $3 AND c.organization_id = $2 AND v.visit_id = $4`,
    values: [paymentId, organizationId, environment, visitId],
  });
  return rowCount === 1;
}

/** Reads cardholders. SQL for the join of what no foreign key connects. */
export async function selectVisitCards(
  { organizationId, environment }: Tenant,
  visitId: string,
): Promise<VisitCard[]> {
  const { rows } = await pool().query<VisitCard>({
    name: "select-visit-cards",
    text: `
      SELECT encode(substr(v.card_index, 1, 8), 'hex') AS "indexStart", c.id AS "userId",
             c.current_key_id AS "keyId", c.registered_at AS "registeredAt"
      FROM visit_card v
      LEFT JOIN LATERAL (
        SELECT id FROM cardholder WHERE environment = $2 AND card_index = v.card_index
        UNION ALL
        SELECT cardholder_id FROM cardholder_identifier
        WHERE environment = $2 AND identifier_index = v.card_index) holder ON true
      LEFT JOIN cardholder c ON c.id = holder.id AND c.organization_id = $1
      WHERE v.visit_id = $3 AND v.kind = 'card' ORDER BY v.created_at`,
    values: [organizationId, environment, visitId],
  });
  return rows;
}

type PaymentRow = Omit<VisitPayment, "amount" | "envelope"> & {
  amount: string;
  bytes: number;
  ciphertextStart: Buffer;
};

/** Reads payments and their events. SQL, as above. */
export async function selectVisitPayments(
  { organizationId, environment }: Tenant,
  visitId: string,
): Promise<VisitPayment[]> {
  const { rows } = await pool().query<PaymentRow>({
    name: "select-visit-payments",
    text: `
      SELECT p.id AS "paymentId", p.receipt_id AS "receiptId",
             p.transaction_id AS "transactionId", p.amount, p.currency,
             p.status AS "paymentStatus", p.receipt_status AS "receiptStatus", p.key_id AS "keyId", p.created_at AS "createdAt",
             CASE p.sealing_place WHEN 'service' THEN 'service' ELSE 'till' END AS "sealedAt",
             encode(substr(p.card_index, 1, 8), 'hex') AS "cardIndexStart",
             octet_length(p.protected_header) + octet_length(p.iv) + octet_length(p.ciphertext)
               + octet_length(p.tag) + coalesce(octet_length(p.encrypted_key), 0) AS bytes,
             substr(p.ciphertext, 1, 48) AS "ciphertextStart",
             (SELECT min(e.at) FROM payment_event e
              WHERE e.organization_id = p.organization_id AND e.environment = p.environment
                AND e.payment_id = p.id AND e.kind = 'opened') AS "openedAt"
      FROM visit_card v JOIN payment p ON p.environment = $2 AND p.card_index = v.card_index
      WHERE v.visit_id = $3 AND p.organization_id = $1
      ORDER BY p.id DESC LIMIT 10`,
    values: [organizationId, environment, visitId],
  });
  return rows.map(({ bytes, ciphertextStart, ...payment }) => ({
    ...payment,
    amount: Number(payment.amount),
    envelope: { bytes, ciphertextStart: ciphertextStart.toString("base64url") },
  }));
}

/** Removes visits that have ended, with their tokens and their claims to cards. */
export async function deleteEndedVisits(limit: number): Promise<number> {
  const { rowCount } = await pool().query(
    `DELETE FROM visit WHERE id IN (
       SELECT id FROM visit WHERE expires_at < now() ORDER BY expires_at LIMIT $1
       FOR UPDATE SKIP LOCKED)`,
    [limit],
  );
  return rowCount ?? 0;
}
