import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

export type ListedCardholder = Answer<"GET /api/console/cardholders">["cardholders"][number];
export type ShownCardholder = Answer<"GET /api/console/cardholders/{userId}">;
export type ErasedCardholder = Answer<"DELETE /api/v1/users/{userId}">;

const ROWS = "10";

type CardholdersQuery = { search: string | undefined; cursor: string | undefined };

export function useCardholders({ search, cursor }: CardholdersQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/cardholders", environment, { search, cursor }),
    queryFn: ({ signal }) =>
      api("GET /api/console/cardholders", { environment, query: { search, cursor }, signal }),
    placeholderData: keepPreviousOf(environment),
  });
}

/** `enabled: false` for an erased one: there is nothing left to fetch. */
export function useCardholder(userId: string, { enabled }: { enabled: boolean }) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/cardholders/{userId}", environment, { userId }),
    queryFn: ({ signal }) =>
      api("GET /api/console/cardholders/{userId}", { environment, params: { userId }, signal }),
    enabled,
  });
}

/** Through the public API, which an issuer's own service calls as well. */
export function useCardholderReceipts(userId: string, cursor: string | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/receipts/{userId}", environment, { userId, cursor }),
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
    queryKey: keyOf("GET /api/console/cardholders/{userId}/grants", environment, {
      userId,
      cursor,
    }),
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
        ...keysOfCardholder(environment, userId).map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
        client.invalidateQueries({ queryKey: keyOf("GET /api/console/cardholders", environment) }),
      ]),
  });
}

export function useEraseCardholder(userId: string, onErased: (erased: ErasedCardholder) => void) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE /api/v1/users/{userId}", { environment, params: { userId } }),
    onSuccess: (erased) => {
      // What is still shown would be fetched again once it is removed, and is gone.
      flushSync(() => onErased(erased));
      for (const queryKey of keysOfCardholder(environment, userId))
        client.removeQueries({ queryKey });
      // All other queries count the cardholder or list the grants.
      void client.invalidateQueries({ queryKey: [environment] });
    },
  });
}

/** Of every answer about one cardholder. */
export function keysOfCardholder(environment: Environment, userId: string): QueryKey[] {
  return [
    keyOf("GET /api/console/cardholders/{userId}", environment, { userId }),
    keyOf("GET /api/console/cardholders/{userId}/grants", environment, { userId }),
    keyOf("GET /api/v1/receipts/{userId}", environment, { userId }),
  ];
}
