import type { OrganizationKind } from "./vocabulary.ts";

/** The roles of members in the consoles: each may do everything that those before it may. */
export const roles = ["viewer", "support", "developer", "owner"] as const;

export type Role = (typeof roles)[number];

/** As in "is now a viewer". */
export const roleWithArticle: Record<Role, string> = {
  owner: "an owner",
  developer: "a developer",
  support: "a support member",
  viewer: "a viewer",
};

export function includesRole(role: Role, lowest: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(lowest);
}

/** The scopes of an API key. The first four are an issuer's, the next two a merchant's, and the last one belongs to both. */
export const scopes = [
  "onboarding:write",
  "keys:grant",
  "receipts:read",
  "receipts:decrypt",
  "payments:write",
  "payments:read",
  "webhooks:write",
] as const;

export type Scope = (typeof scopes)[number];

export const issuerScopes: readonly Scope[] = [...scopes.slice(0, 4), "webhooks:write"];
export const merchantScopes: readonly Scope[] = scopes.slice(4);

/** The scopes that an organization of each kind can have. */
export const scopesOfKind: Record<OrganizationKind, readonly Scope[]> = {
  issuer: issuerScopes,
  merchant: merchantScopes,
  platform: scopes,
};

/** The scopes of a member on the API without a key. */
export function scopesOfMember(kind: OrganizationKind, role: Role): readonly Scope[] {
  if (includesRole(role, "developer")) return scopesOfKind[kind];
  return scopesOfKind[kind].filter((scope) => scope.endsWith(":read"));
}
