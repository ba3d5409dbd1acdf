import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { checkEnvelope, type SealedReceipt } from "#lib/crypto/envelope.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import type { Archive } from "./archive-key.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { getCard } from "./cards.ts";
import { type Keepable, keepReceipt } from "./kept-receipts.ts";
import { declineKeeping } from "./kept-state.ts";
import { markOpened } from "./known-lists.ts";
import type { ListedReceipt } from "./listed-receipt.ts";
import { type AnyConsent, measure, type Observe } from "./observation.ts";
import { readContent } from "./read-content.ts";
import type { SealedContent } from "./till-content.ts";
import { type UnlockedKey, withUnlockedKey } from "./unlocked-key.ts";
import { WalletError } from "./wallet-error.ts";

/** `keyId` and `sealedAt` are what the list of receipts says. */
export type ReceiptReference = Pick<Access, "paymentId" | "keyId" | "sealedAt"> & {
  cardId: string;
};

/**
 * Asks for consent, gets one-time access and the envelope, and opens it on this device. The receipt exists in memory
 * only, unless the cardholder keeps opened receipts; `keeps` is the answer where that was asked with the consent. Throws
 * WalletError.
 */
export async function openWithConsent(
  { cardId, paymentId, keyId, sealedAt }: ReceiptReference,
  {
    consent,
    keeps,
    ...others
  }: WalletCaller & { consent: AnyConsent; keeps?: boolean | undefined },
): Promise<SealedContent> {
  const card = await getCard(cardId);
  const { userId, session } = card;
  const caller = { ...others, session };
  if (userId === null) throw new WalletError("not_found");

  const { observe } = caller;
  const needed = { card, keyId, consent, observe, startsKeeping: keeps };
  return await withUnlockedKey(needed, async (unlocked) => {
    const access = { userId, paymentId, keyId, sealedAt, consentMethod: consent.method };
    const receipt = await fetchAndOpen(access, unlocked, caller);
    if (keeps === false) await declineKeeping().catch(() => undefined);
    await recordOpened({ cardId, paymentId, receipt }, unlocked.archive, observe);
    return receipt;
  });
}

/** Marks the receipt as opened, and keeps it if there is an archive. A full disk must not hide an open receipt. */
export async function recordOpened(
  opened: Keepable,
  archive: Archive | undefined,
  observe?: Observe | undefined,
): Promise<void> {
  await markOpened(opened).catch(() => undefined);
  // The screen shows which receipts are kept.
  if (archive) await keepReceipt(opened, archive, observe).catch(() => undefined);
}

/** The access to request once the cardholder has consented; `consentMethod` goes into the access log. */
export type Access = {
  userId: string;
  paymentId: string;
  keyId: string;
  sealedAt?: ListedReceipt["sealedAt"] | undefined;
  consentMethod: AnyConsent["method"];
};

/** The part after consent. Throws WalletError. */
export async function fetchAndOpen(
  { userId, paymentId, keyId, sealedAt, consentMethod }: Access,
  unlocked: UnlockedKey,
  caller: WalletCaller,
): Promise<SealedContent> {
  const { signal } = unlocked;
  const body = { userId, keyId, paymentId, consentMethod };
  const { tokenId } = await callWalletApi(
    "POST /api/v1/keys/grant-access",
    { ...caller, signal, response: grantAccessOperation.response },
    { body },
  );
  const sealed = await callWalletApi(
    "POST /api/v1/payments/envelope",
    {
      ...caller,
      signal,
      response: getEnvelopeOperation.response,
      refusals: { 403: "consent_expired", 409: "nothing_to_open" },
    },
    { body: { paymentId, tokenId } },
  );
  caller.observe?.({ kind: "envelope_received", envelope: sealed });

  const [receipt, milliseconds] = await measure(() =>
    open({ sealed, sealedAt, paymentId, keyId, privateKey: unlocked.get() }),
  );
  caller.observe?.({ kind: "opened", keyId, milliseconds });
  return receipt;
}

type Envelope = Pick<Access, "paymentId" | "keyId" | "sealedAt"> & {
  sealed: SealedReceipt;
  privateKey: CryptoKey;
};

async function open({
  sealed,
  sealedAt,
  paymentId,
  keyId,
  privateKey,
}: Envelope): Promise<SealedContent> {
  // Access was granted for this key, so an envelope that names another key was tampered with.
  if (sealed.header.kid !== keyId) throw new WalletError("tampered_envelope");
  const content = await openReceipt({ sealed, paymentId, privateKey }).catch((cause: unknown) => {
    throw cause instanceof CryptoError
      ? new WalletError(reasonOf(cause, { sealed, sealedAt }), { cause })
      : cause;
  });
  const receipt = readContent(content);
  if (!receipt) throw new WalletError("not_a_receipt");
  return receipt;
}

function reasonOf(
  { reason }: CryptoError,
  { sealed, sealedAt }: Pick<Envelope, "sealed" | "sealedAt">,
) {
  // It opened: what is no object was sealed like that.
  if (reason === "malformed_envelope" && isWellFormed(sealed)) return "not_a_receipt";
  // The service cannot check what a till has sealed, so this need not have been changed since.
  return reason === "wrong_key" && sealedAt === "till" ? "wrongly_sealed" : "tampered_envelope";
}

function isWellFormed(sealed: SealedReceipt): boolean {
  try {
    checkEnvelope(sealed);
    return true;
  } catch {
    return false;
  }
}
