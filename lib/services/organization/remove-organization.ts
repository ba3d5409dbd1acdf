import { forgetApiKeys } from "#lib/auth/api-keys.ts";
import type { SignedInMember } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { removeEmptyOrganization } from "#lib/storage/organizations.ts";
import { getOrganization } from "./get-organization.ts";

/**
 * Removes the organization, its members, keys and connections. Throws `invalid_request` where `name`
 * is not its name, and `conflict` while it holds payments or cardholders: what is theirs is not the
 * organization's to destroy.
 */
export async function removeOrganization({
  caller,
  name,
}: {
  caller: SignedInMember;
  name: string;
}): Promise<void> {
  const organization = await getOrganization({ caller });
  if (name !== organization.name) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "name: is not the name of the organization",
    });
  }
  if (!(await removeEmptyOrganization(organization.id))) {
    throw new AppError("conflict", {
      message: "The organization holds payments or cardholders and cannot be removed",
      details: "receipts belong to cardholders; revoke the keys and remove the members instead",
    });
  }
  forgetApiKeys();
}
