import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { type Answer, api } from "#lib/browser/api.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

export type ListedCardholder = Answer<"GET /api/console/cardholders">["cardholders"][number];
export type ShownCardholder = Answer<"GET /api/console/cardholders/{userId}">;
export type ErasedCardholder = Answer<"DELETE /api/v1/users/{userId}">;

const ROWS = "10";

type CardholdersQuery = { search: string | undefined; cursor: string | undefined };

export function useCardholders({ search, cursor }: CardholdersQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholders(environment, search, cursor),
    queryFn: ({ signal }) =>
      api("GET /api/console/cardholders", { environment, query: { search, cursor }, signal }),
    placeholderData: keepPreviousOf(environment),
  });
}

/** `enabled: false` for one that is erased: there is nobody to ask about any more. */
export function useCardholder(userId: string, { enabled }: { enabled: boolean }) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholder(environment, userId),
    queryFn: ({ signal }) =>
      api("GET /api/console/cardholders/{userId}", { environment, params: { userId }, signal }),
    enabled,
  });
}

/** Through the public API, which an issuer's own service calls as well. */
export function useCardholderReceipts(userId: string, cursor: string | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholderReceipts(environment, userId, cursor),
    queryFn: ({ signal }) =>
      api("GET /api/v1/receipts/{userId}", {
        environment,
        params: { userId },
        query: { limit: ROWS, cursor },
        signal,
      }),
    placeholderData: keepPreviousOf(environment),
  });
}

export function useGrants(userId: string, cursor: string | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholderGrants(environment, userId, cursor),
    queryFn: ({ signal }) =>
      api("GET /api/console/cardholders/{userId}/grants", {
        environment,
        params: { userId },
        query: { limit: ROWS, cursor },
        signal,
      }),
    placeholderData: keepPreviousOf(environment),
  });
}

/** Seals the cardholder's receipts to another key from now on. */
export function useRotateCardholderKey(userId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: { keyId: string; publicKey: string }) =>
      api("POST /api/v1/keys/rotate", { environment, body: { userId, ...key } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.cardholder(environment, userId) }),
        client.invalidateQueries({ queryKey: queryKeys.cardholders(environment).slice(0, 2) }),
      ]),
  });
}

export function useEraseCardholder(userId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE /api/v1/users/{userId}", { environment, params: { userId } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: queryKeys.cardholder(environment, userId) });
      // Everything else counts the cardholder or lists what was granted.
      void client.invalidateQueries({ queryKey: [environment] });
    },
  });
}
