import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { keysOfCardholder } from "./use-cardholders.ts";

export type FoundPairing = Answer<"POST /api/console/pairings/find">;

export function useFindPairing() {
  const { environment } = useEnvironment();
  return useMutation({
    mutationFn: (userCode: string) =>
      api("POST /api/console/pairings/find", { environment, body: { userCode } }),
  });
}

export function useDenyPairing() {
  const { environment } = useEnvironment();
  return useMutation({
    mutationFn: (userCode: string) =>
      api("POST /api/console/pairings/deny", { environment, body: { userCode } }),
  });
}

type Replacement = Sent<"POST /api/console/cardholders/{userId}/lost-phone", "body">;

export function useReplacePhone(userId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  const refresh = async () => {
    const list = keyOf("GET /api/console/cardholders", environment);
    const keys = [...keysOfCardholder(environment, userId), list];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return useMutation({
    mutationFn: (body: Replacement) =>
      api("POST /api/console/cardholders/{userId}/lost-phone", {
        environment,
        params: { userId },
        body,
      }),
    // After a refusal, too: the keys may have changed meanwhile.
    onSettled: refresh,
  });
}
