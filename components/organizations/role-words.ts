import type { Role } from "#lib/core/permissions.ts";

type RoleWords = {
  label: string;
  /** As in "is now a viewer". */
  withArticle: string;
  may: string;
};

export const roleWords: Record<Role, RoleWords> = {
  owner: {
    label: "Owner",
    withArticle: "an owner",
    may: "Does everything a developer can, and manages members and the organization.",
  },
  developer: {
    label: "Developer",
    withArticle: "a developer",
    may: "Sees everything, creates and revokes keys, and changes the integration.",
  },
  viewer: {
    label: "Viewer",
    withArticle: "a viewer",
    may: "Sees everything and changes nothing.",
  },
};

/** The most powerful first, as people expect. */
export const rolesDownward = ["owner", "developer", "viewer"] as const satisfies readonly Role[];
