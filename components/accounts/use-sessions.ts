import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type OwnSession = Answer<"GET /api/console/sessions">["sessions"][number];

export function useSessions() {
  return useQuery({
    queryKey: keyOf("GET /api/console/sessions"),
    queryFn: async ({ signal }) => (await api("GET /api/console/sessions", { signal })).sessions,
  });
}

export function useEndSession({ id, device }: OwnSession) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/console/sessions/{sessionId}", { params: { sessionId: id } }),
    // Shown from here, because the row disappears once the list is refreshed.
    onSuccess: () => {
      toast.success(`Signed out: ${device}`);
      return refresh();
    },
  });
}

export function useEndOtherSessions() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api("POST /api/console/sessions/end-others"),
    onSuccess: refresh,
  });
}

export function useEndAllSessions() {
  return useMutation({
    mutationFn: () => api("POST /api/console/session/end-all"),
    // A new document, so that no data stays in memory.
    onSuccess: () => window.location.assign("/sign-in"),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf("GET /api/console/sessions") });
}
