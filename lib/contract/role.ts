/** What a member may do in the consoles, the least first: each role may do what those before it may. */
export const roles = ["viewer", "developer", "owner"] as const;

export type Role = (typeof roles)[number];

export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
