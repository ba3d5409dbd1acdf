/** What an API key may do. The first four are an issuer's, the last two a merchant's. */
export const scopes = [
  "onboarding:write",
  "keys:grant",
  "receipts:read",
  "receipts:decrypt",
  "payments:write",
  "payments:read",
] as const;

export type Scope = (typeof scopes)[number];

export const issuerScopes: readonly Scope[] = scopes.slice(0, 4);
export const merchantScopes: readonly Scope[] = scopes.slice(4);
