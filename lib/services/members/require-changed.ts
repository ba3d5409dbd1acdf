import { AppError } from "#lib/errors/app-error.ts";
import type { MemberChange, OrganizationMember } from "#lib/storage/organization-members.ts";

/** The member as it is now, or was. Throws `not_found`, or `conflict` for the last owner. */
export function requireChanged(change: MemberChange): OrganizationMember {
  if (change.state === "changed") return change.member;
  if (change.state === "not_found") {
    throw new AppError("not_found", { message: "No such member" });
  }
  throw new AppError("conflict", {
    message: "An organization needs an owner",
    details: "make somebody else an owner first",
  });
}
