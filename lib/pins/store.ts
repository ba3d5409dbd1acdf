import { pool, prisma } from "#lib/storage/database.ts";

export async function insertShare(share: {
  id: string;
  key: Uint8Array<ArrayBuffer>;
}): Promise<void> {
  await prisma().pinShare.create({ data: share });
}

type TriedShare = { key: Uint8Array; tries: number; waitSeconds: number };

/**
 * Counts a try and sets the wait after it; undefined before the wait is over or without such a share. By
 * hand: one statement, so that parallel tries count one after another.
 */
export async function updateToTried(
  id: string,
  waitSeconds: readonly number[],
): Promise<TriedShare | undefined> {
  const { rows } = await pool().query<TriedShare>(
    `UPDATE pin_share
     SET tries = tries + 1, used_at = now(),
         not_before = now() + make_interval(secs => ($2::int[])[least(tries + 2, cardinality($2))])
     WHERE id = $1 AND (not_before IS NULL OR not_before <= now())
     RETURNING key, tries, ($2::int[])[least(tries + 1, cardinality($2))] AS "waitSeconds"`,
    [id, waitSeconds],
  );
  return rows[0];
}

export async function selectNotBefore(id: string): Promise<Date | undefined> {
  const share = await prisma().pinShare.findUnique({ where: { id }, select: { notBefore: true } });
  return share?.notBefore ?? undefined;
}

/**
 * Ends the wait, and gives back the try that the proof belongs to. False if another proof is stored, or there is no
 * such share. By hand: a try that is counted at the same time must not be lost.
 */
export async function updateToConfirmed(
  id: string,
  proofHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { rowCount } = await pool().query(
    // A wait is set by each try and ended here, so a proof that is sent twice gives back one.
    `UPDATE pin_share
     SET proof_hash = $2, not_before = NULL,
         tries = tries - (CASE WHEN not_before IS NULL OR tries = 0 THEN 0 ELSE 1 END)
     WHERE id = $1 AND (proof_hash IS NULL OR proof_hash = $2)`,
    [id, proofHash],
  );
  return rowCount === 1;
}

export async function deleteShare(id: string): Promise<void> {
  await prisma().pinShare.deleteMany({ where: { id } });
}

export async function deleteUnusedShares({
  usedBefore,
  unconfirmedBefore,
}: {
  usedBefore: Date;
  unconfirmedBefore: Date;
}): Promise<void> {
  await prisma().pinShare.deleteMany({
    where: {
      OR: [{ usedAt: { lt: usedBefore } }, { proofHash: null, usedAt: { lt: unconfirmedBefore } }],
    },
  });
}
