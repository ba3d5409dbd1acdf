import type { Call, CallOptions } from "./call.ts";
import { createList, type List } from "./list.ts";
import type { Body, Query, Schemas } from "./schemas.ts";

/** What opens one receipt, once the cardholder has consented. */
export type Opening = {
  userId: string;
  keyId: string;
  paymentId: string;
  /** Of the key that `keyId` names: PEM PKCS#8, or a CryptoKey that need not be extractable. */
  privateKey: string | CryptoKey;
  /** Recorded in your access log. */
  consentMethod?: Body<"grantAccess">["consentMethod"];
};

/** The calls about receipts, for issuers. Each throws ApiError. */
export function createReceipts(call: Call) {
  /** The token is used up once this succeeds, so a lost answer is not asked for again. */
  const getEnvelope = (body: Body<"getEnvelope">, options?: CallOptions) =>
    call("POST /api/v1/payments/envelope", { body, isOnce: true }, options);

  return {
    /** The receipts of a cardholder, newest first; never their content. */
    list: (
      userId: string,
      query: Query<"listReceipts"> = {},
      options?: CallOptions,
    ): List<Schemas["ReceiptSummary"]> =>
      createList(async (cursor = query.cursor) => {
        const input = { params: { userId }, query: { ...query, cursor } };
        const page = await call("GET /api/v1/receipts/{userId}", input, options);
        return { entries: page.receipts, nextCursor: page.nextCursor };
      }),

    getEnvelope,

    /**
     * Asks for access and the envelope, and opens it here: the service sees neither key nor receipt. Throws also
     * CryptoError, such as `wrong_key`.
     */
    open: async (opening: Opening, options?: CallOptions): Promise<Schemas["Receipt"]> => {
      const { userId, keyId, paymentId, privateKey, consentMethod } = opening;
      const access = { userId, keyId, paymentId, ...(consentMethod && { consentMethod }) };
      const { tokenId } = await call("POST /api/v1/keys/grant-access", { body: access }, options);
      const envelope = await getEnvelope({ paymentId, tokenId }, options);
      const { openEnvelope } = await import("./open-envelope.ts");
      return await openEnvelope(envelope, { paymentId, privateKey });
    },

    /** Opened by the service, where a device cannot: it sees the key and the receipt for that moment. */
    decrypt: (body: Body<"decryptReceipt">, options?: CallOptions) =>
      call("POST /api/v1/payments/decrypt", { body, isOnce: true }, options),

    /** Delivers a receipt by the code that the till printed. */
    claim: (body: Body<"claimReceipt">, options?: CallOptions) =>
      call("POST /api/v1/receipts/claim", { body }, options),
  };
}
