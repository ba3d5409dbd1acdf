import type { Scope } from "#lib/contract/scope.ts";

/** What a key with the scope may do, in plain words. */
export const scopeWords: Record<Scope, string> = {
  "onboarding:write": "Make key pairs, register cards and exchange their keys",
  "keys:grant": "Ask for access to one receipt, once the cardholder agreed",
  "receipts:read": "List a cardholder’s receipts, without their content",
  "receipts:decrypt": "Fetch a sealed receipt, or have it decrypted",
  "payments:write": "Make payments, each with a sealed receipt",
  "payments:read": "Read the status of payments",
};
