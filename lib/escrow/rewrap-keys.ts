import { AppError } from "#lib/core/errors.ts";
import type { BoundParts } from "#lib/crypto/check-tag.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import type { Probe, RewrappedKey } from "#lib/secrets/escrow-keeper.ts";
import { KeyServiceError } from "#lib/secrets/key-service.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { EscrowedReceipt } from "./store.ts";
import { selectParts } from "./store-parts.ts";

type EscrowedKey = Pick<EscrowedReceipt, "escrowVersion" | "encryptedKey"> & {
  /** What the content key has to be the key of; null where there is nothing to prove. */
  parts: BoundParts | null;
};

/**
 * The content keys of the receipts, each wrapped for all the public keys (PEM), in their order, if it opens and is
 * the key of its own receipt. `probe` as in EscrowKeeper.
 */
export async function rewrapKeys<Waiting extends EscrowedKey>(
  waiting: readonly Waiting[],
  publicKeys: readonly string[],
  probe: Probe = "fresh",
): Promise<(Waiting & { rewrapped: RewrappedKey })[]> {
  const keys = waiting.map(({ escrowVersion, encryptedKey, parts }) => ({
    version: escrowVersion,
    wrapped: new Uint8Array(encryptedKey),
    parts,
  }));
  const { escrow } = serviceSecrets();
  const rewrapped = await waitOutside(escrow.rewrap(keys, publicKeys, probe)).catch(toAppError);
  return waiting.flatMap((receipt, at) => {
    const own = rewrapped[at];
    return own ? [{ ...receipt, rewrapped: own }] : [];
  });
}

/** Up to 6 MiB of ciphertext, and as many unwraps as a key service is asked for at once. */
const PORTION_ROWS = 32;

/**
 * The receipts with what their content keys are to be proven by. The service's own wraps need no proof, and come
 * all at once; those from tills in portions, since each brings its ciphertext. What is gone meanwhile is left out.
 */
export async function* readInPortions(
  receipts: readonly EscrowedReceipt[],
  transaction?: Transaction,
): AsyncGenerator<(EscrowedReceipt & EscrowedKey)[]> {
  const [own, fromTills] = [
    receipts.filter(({ sealingPlace }) => sealingPlace !== "till_for_escrow"),
    receipts.filter(({ sealingPlace }) => sealingPlace === "till_for_escrow"),
  ];
  if (own.length > 0) yield own.map((receipt) => ({ ...receipt, parts: null }));
  for (let start = 0; start < fromTills.length; start += PORTION_ROWS) {
    const portion = fromTills.slice(start, start + PORTION_ROWS);
    const found = await selectParts(
      portion.map(({ paymentId }) => paymentId),
      transaction,
    );
    const byPayment = new Map(found.map((parts) => [parts.paymentId, parts]));
    const whole = portion.flatMap((receipt) => {
      const parts = byPayment.get(receipt.paymentId);
      return parts ? [{ ...receipt, parts }] : [];
    });
    if (whole.length > 0) yield whole;
  }
}

/** While a key service is away, the caller may try again. */
function toAppError(error: unknown): never {
  if (!(error instanceof KeyServiceError)) throw error;
  throw new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    headers: { "Retry-After": "5" },
    cause: error,
  });
}
