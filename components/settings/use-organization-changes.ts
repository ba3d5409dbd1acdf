import { useMutation, useQueryClient } from "@tanstack/react-query";
import { removeOrganization, renameOrganization } from "#lib/client/organization.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

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
