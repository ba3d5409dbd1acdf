type Refusal = { status: number; category: string; code: string };

const refusal = (status: number, code: string): Refusal => ({
  status,
  category: "PAYMENT_METHOD_ERROR",
  code,
});

/** Payment tokens of Square's sandbox, and how they are refused; undefined for one that pays. */
export const squareTestNonces: ReadonlyMap<string, Refusal | undefined> = new Map([
  ["cnon:card-nonce-ok", undefined],
  ["ccof:customer-card-id-ok", undefined],
  ["cnon:card-nonce-declined", refusal(402, "GENERIC_DECLINE")],
  ["cnon:card-nonce-rejected-cvv", refusal(400, "CVV_FAILURE")],
  ["cnon:card-nonce-rejected-postalcode", refusal(400, "ADDRESS_VERIFICATION_FAILURE")],
  ["cnon:card-nonce-rejected-expiration", refusal(400, "INVALID_EXPIRATION")],
  ["cnon:gift-card-nonce-insufficient-funds", refusal(402, "INSUFFICIENT_FUNDS")],
  [
    "cnon:card-nonce-already-used",
    { status: 400, category: "INVALID_REQUEST_ERROR", code: "CARD_TOKEN_USED" },
  ],
]);
