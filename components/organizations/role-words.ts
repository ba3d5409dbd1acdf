import type { Role, Scope } from "#lib/core/permissions.ts";

type RoleWords = {
  label: string;
  may: string;
};

export const roleWords: Record<Role, RoleWords> = {
  owner: {
    label: "Owner",
    may: "Does everything a developer can, and manages members and the organization.",
  },
  developer: {
    label: "Developer",
    may: "Sees everything, takes payments, manages keys, and changes the integration.",
  },
  support: {
    label: "Support",
    may: "Sees everything, refunds up to the limits in Settings, and helps cardholders. No keys, no members.",
  },
  viewer: {
    label: "Viewer",
    may: "Sees everything and changes nothing.",
  },
};

/** The most powerful first, as people expect. */
export const rolesDownward = [
  "owner",
  "developer",
  "support",
  "viewer",
] as const satisfies readonly Role[];

export type Right = {
  what: string;
  /** The lowest role that has it. */
  least: Role;
  /** In what measure support members have it. */
  forSupport?: string;
  /** Only for organizations whose kind has the scope. */
  needs?: Scope;
};

export const rights: readonly Right[] = [
  { what: "See and export lists, details, settings, and the audit trail", least: "viewer" },
  {
    what: "Refund payments",
    least: "support",
    forSupport: "Up to the limit in Settings",
    needs: "payments:read",
  },
  { what: "End an identifier of a cardholder", least: "support", needs: "receipts:read" },
  { what: "Replace a cardholder’s lost phone", least: "support", needs: "receipts:read" },
  { what: "Take and cancel payments", least: "developer", needs: "payments:write" },
  {
    what: "Register, change, and erase cardholders",
    least: "developer",
    needs: "onboarding:write",
  },
  { what: "Create, roll, and revoke API keys", least: "developer" },
  { what: "Manage signing keys and gateways", least: "developer", needs: "payments:write" },
  { what: "Manage webhook endpoints and resend events", least: "developer" },
  { what: "Invite and remove members, and change roles", least: "owner" },
  { what: "Change the settings, and delete the organization", least: "owner" },
];
