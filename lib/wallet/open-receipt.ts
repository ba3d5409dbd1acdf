import type { z } from "zod";
import { grantAccessOperation } from "#lib/contract/keys.ts";
import { decryptedReceipt, getEnvelopeOperation } from "#lib/contract/payments.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { openReceipt, type SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type Caller, callApi } from "./call-api.ts";
import { getCard } from "./cards.ts";
import type { Consent } from "./consent.ts";
import { measure } from "./observation.ts";
import { type UnlockedKey, withUnlockedKey } from "./unlocked-key.ts";
import { WalletError } from "./wallet-error.ts";

const openedReceipt = decryptedReceipt.omit({ paymentId: true, gateway: true });

/** The receipt as it was sealed, fields that this wallet does not know included. */
export type OpenedReceipt = z.output<typeof openedReceipt>;

/** `keyId` is the one that the list of receipts names. */
export type ReceiptReference = { cardId: string; paymentId: string; keyId: string };

/**
 * Consent, one-time access, envelope, opened on this device: the receipt exists in memory only.
 * Throws WalletError.
 */
export async function openWithConsent(
  { cardId, paymentId, keyId }: ReceiptReference,
  { consent, ...caller }: Caller & { consent: Consent },
): Promise<OpenedReceipt> {
  const { userId } = await getCard(cardId);
  if (userId === null) throw new WalletError("not_found");

  const { observe } = caller;
  return await withUnlockedKey({ cardId, keyId, consent, observe }, async (unlocked) => {
    const access = { userId, paymentId, keyId, consentMethod: consent.method };
    return await fetchAndOpen(access, unlocked, caller);
  });
}

/** What is asked for once the cardholder has consented; `consentMethod` is how, for the access log. */
export type Access = {
  userId: string;
  paymentId: string;
  keyId: string;
  consentMethod: Consent["method"];
};

/** The part after consent. Throws WalletError. */
export async function fetchAndOpen(
  { userId, paymentId, keyId, consentMethod }: Access,
  unlocked: UnlockedKey,
  caller: Caller,
): Promise<OpenedReceipt> {
  const { signal } = unlocked;
  const body = { userId, keyId, paymentId, consentMethod };
  const { tokenId } = await callApi(grantAccessOperation, caller, { body, signal });
  const sealed = await callApi(getEnvelopeOperation, caller, {
    body: { paymentId, tokenId },
    signal,
    refusals: { 403: "consent_expired", 409: "nothing_to_open" },
  });
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
  // Access was granted for this key, so an envelope that names another one is not the one sealed.
  if (sealed.header.kid !== keyId) throw new WalletError("tampered_envelope");
  const plaintext = await openReceipt({ sealed, paymentId, privateKey }).catch((cause: unknown) => {
    throw cause instanceof CryptoError ? new WalletError("tampered_envelope", { cause }) : cause;
  });
  const parsed = openedReceipt.safeParse(plaintext);
  if (!parsed.success) throw new WalletError("unexpected_answer");
  return parsed.data;
}
