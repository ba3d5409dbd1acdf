import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getOrganization,
  removeOrganization,
  renameOrganization,
} from "#lib/browser/endpoints/organization.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export function useOrganization() {
  return useQuery({
    queryKey: queryKeys.organization,
    queryFn: ({ signal }) => getOrganization(signal),
  });
}

export function useRenameOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => renameOrganization(name),
    onSuccess: (organization) => {
      client.setQueryData(queryKeys.organization, organization);
      // The name stands in the sidebar of every page.
      return client.invalidateQueries({ queryKey: queryKeys.session });
    },
  });
}

export function useRemoveOrganization() {
  return useMutation({
    mutationFn: (name: string) => removeOrganization(name),
    // Everybody's session ended with it: a new document, so that nothing shown stays in memory.
    onSuccess: () => window.location.assign("/"),
  });
}
