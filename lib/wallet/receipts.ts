import { CryptoError } from "#lib/crypto/crypto-error.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { getCard } from "./cards.ts";
import { keepReceipt } from "./kept-receipts.ts";
import { markOpened } from "./known-lists.ts";
import { type AnyConsent, measure } from "./observation.ts";
import { type UnlockedKey, withUnlockedKey } from "./unlocked-key.ts";
import { WalletError } from "./wallet-error.ts";

/** `keyId` is the one that the list of receipts names. */
export type ReceiptReference = { cardId: string; paymentId: string; keyId: string };

/**
 * Asks for consent, gets one-time access and the envelope, and opens it on this device. The receipt exists in memory
 * only, unless the cardholder keeps opened receipts. Throws WalletError.
 */
export async function openWithConsent(
  { cardId, paymentId, keyId }: ReceiptReference,
  { consent, ...others }: WalletCaller & { consent: AnyConsent },
): Promise<OpenedReceipt> {
  const card = await getCard(cardId);
  const { userId, session } = card;
  const caller = { ...others, session };
  if (userId === null) throw new WalletError("not_found");

  const { observe } = caller;
  return await withUnlockedKey({ card, keyId, consent, observe }, async (unlocked) => {
    const access = { userId, paymentId, keyId, consentMethod: consent.method };
    const receipt = await fetchAndOpen(access, unlocked, caller);
    // A full disk must not hide an open receipt.
    await markOpened({ cardId, paymentId }).catch(() => {});
    if (unlocked.archive) {
      // The same goes for keeping it; the screen shows which receipts are kept.
      await keepReceipt({ cardId, paymentId, receipt }, unlocked.archive, observe).catch(() => {});
    }
    return receipt;
  });
}

/** The access to request once the cardholder has consented; `consentMethod` goes into the access log. */
export type Access = {
  userId: string;
  paymentId: string;
  keyId: string;
  consentMethod: AnyConsent["method"];
};

/** The part after consent. Throws WalletError. */
export async function fetchAndOpen(
  { userId, paymentId, keyId, consentMethod }: Access,
  unlocked: UnlockedKey,
  caller: WalletCaller,
): Promise<OpenedReceipt> {
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
    open({ sealed, paymentId, keyId, privateKey: unlocked.get() }),
  );
  caller.observe?.({ kind: "opened", keyId, milliseconds });
  return receipt;
}

async function open({
  sealed,
  paymentId,
  keyId,
  privateKey,
}: {
  sealed: SealedReceipt;
  paymentId: string;
  keyId: string;
  privateKey: CryptoKey;
}): Promise<OpenedReceipt> {
  // Access was granted for this key, so an envelope that names another key was tampered with.
  if (sealed.header.kid !== keyId) throw new WalletError("tampered_envelope");
  const plaintext = await openReceipt({ sealed, paymentId, privateKey }).catch((cause: unknown) => {
    throw cause instanceof CryptoError ? new WalletError("tampered_envelope", { cause }) : cause;
  });
  // The schema keeps fields that this wallet does not know.
  const parsed = openedReceipt.safeParse(plaintext);
  if (!parsed.success) throw new WalletError("unexpected_answer");
  return parsed.data;
}
