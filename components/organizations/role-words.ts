import type { Role } from "#lib/core/permissions.ts";

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
    may: "Sees everything, creates and revokes keys, and changes the integration.",
  },
  support: {
    label: "Support",
    may: "Sees everything, helps cardholders, and refunds payments up to your limit.",
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
