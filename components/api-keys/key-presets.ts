import type { Scope } from "#lib/core/permissions.ts";

export type Preset = { name: string; scopes: readonly Scope[] };

/** Whatever one checks by hand. */
export const CUSTOM: Preset = { name: "Custom", scopes: [] };

const ofOneKind: readonly Preset[] = [
  { name: "Till", scopes: ["payments:write", "payments:read"] },
  { name: "Wallet backend", scopes: ["onboarding:write", "keys:grant", "receipts:read"] },
];

/** What keys are usually for, of what an organization's keys can do at all. */
export function presetsFor(scopes: readonly Scope[]): Preset[] {
  return [
    ...ofOneKind.filter((preset) => preset.scopes.every((scope) => scopes.includes(scope))),
    { name: "Read only", scopes: scopes.filter((scope) => scope.endsWith(":read")) },
  ];
}
