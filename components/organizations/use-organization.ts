import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type ShownOrganization = Answer<"GET /api/console/organization">;

export function useOrganization() {
  return useQuery({
    queryKey: keyOf("GET /api/console/organization"),
    queryFn: ({ signal }) => api("GET /api/console/organization", { signal }),
  });
}

export function useRenameOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api("PUT /api/console/organization", { body: { name } }),
    onSuccess: (organization) => {
      client.setQueryData(keyOf("GET /api/console/organization"), organization);
      // The sidebar of every page shows the name.
      return client.invalidateQueries({ queryKey: keyOf("GET /api/console/session") });
    },
  });
}

/** Takes whether every member needs a second factor. */
export function useRequireSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (required: boolean) =>
      api("PUT /api/console/organization/second-factor", { body: { required } }),
    onSuccess: (organization) => {
      client.setQueryData(keyOf("GET /api/console/organization"), organization);
      // The caller may have none.
      return client.invalidateQueries({ queryKey: keyOf("GET /api/console/session") });
    },
  });
}

/** Takes a data URI, or null to remove the logo. */
export function useChangeLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (logo: string | null) =>
      logo === null
        ? api("DELETE /api/console/organization/logo")
        : api("PUT /api/console/organization/logo", { body: { logo } }),
    onSuccess: (organization) =>
      client.setQueryData(keyOf("GET /api/console/organization"), organization),
  });
}

/** Takes the name as it is, to confirm. */
export function useRemoveOrganization() {
  return useMutation({
    mutationFn: (name: string) => api("DELETE /api/console/organization", { body: { name } }),
    // All sessions ended with it: a new document, so that no data stays in memory.
    onSuccess: () => window.location.assign("/"),
  });
}
