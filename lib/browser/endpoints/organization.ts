import { callApi } from "#lib/browser/api.ts";
import type {
  getOrganizationOperation,
  OrganizationJson,
  removeOrganizationOperation,
  renameOrganizationOperation,
} from "#lib/organizations/contract.ts";

const path = "/api/console/organization";

export function getOrganization(signal: AbortSignal): Promise<OrganizationJson> {
  return callApi<typeof getOrganizationOperation>("GET", path, { signal });
}

export function renameOrganization(name: string): Promise<OrganizationJson> {
  return callApi<typeof renameOrganizationOperation>("PUT", path, { body: { name } });
}

/** `name` as it is, to confirm. */
export async function removeOrganization(name: string): Promise<void> {
  await callApi<typeof removeOrganizationOperation>("DELETE", path, { body: { name } });
}
