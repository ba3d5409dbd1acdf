import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { TypedKind } from "#lib/core/identifier-text.ts";
import { hashIdentifier } from "#lib/crypto/hash-identifier.ts";
import type { FindableKind } from "./read-typed.ts";

export type ListedIdentifier =
  Answer<"GET /api/v1/users/{userId}/identifiers">["identifiers"][number];

/** An identifier in the form that is hashed. The cache keeps the variables of a mutation, so it gets a function instead. */
export type ReadText<Kind> = () => { kind: Kind; text: string };

export function useIdentifiers(userId: string) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/users/{userId}/identifiers", environment, { userId }),
    queryFn: ({ signal }) =>
      api("GET /api/v1/users/{userId}/identifiers", { environment, params: { userId }, signal }),
  });
}

export function useAddIdentifier(userId: string) {
  const { environment } = useEnvironment();
  const refresh = useRefresh(userId);
  return useMutation({
    mutationFn: async (read: ReadText<TypedKind>) => {
      const statuses: number[] = [];
      const identifier = await api("POST /api/v1/users/{userId}/identifiers", {
        environment,
        params: { userId },
        body: await hashText(read()),
        onAnswer: ({ status }) => void statuses.push(status),
      });
      // The same one again is answered as it was at first, receipts included.
      return { ...identifier, isNew: statuses.at(-1) === 201 };
    },
    onSuccess: refresh,
  });
}

export function useEndIdentifier(userId: string) {
  const { environment } = useEnvironment();
  const refresh = useRefresh(userId);
  return useMutation({
    mutationFn: (identifierId: string) =>
      api("DELETE /api/v1/users/{userId}/identifiers/{identifierId}", {
        environment,
        params: { userId, identifierId },
      }),
    onSuccess: refresh,
  });
}

export function useFindUser() {
  const { environment } = useEnvironment();
  return useMutation({
    mutationFn: async (read: ReadText<FindableKind>) =>
      api("POST /api/v1/users/find", { environment, body: await hashText(read()) }),
  });
}

/** In this browser: the value itself is sent nowhere. */
async function hashText<Kind>({ kind, text }: { kind: Kind; text: string }) {
  return { kind, hash: await hashIdentifier(text) };
}

/** Receipts that waited for a new identifier are the cardholder's now. */
function useRefresh(userId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return async () => {
    const keys = [
      keyOf("GET /api/v1/users/{userId}/identifiers", environment, { userId }),
      keyOf("GET /api/console/cardholders/{userId}", environment, { userId }),
      keyOf("GET /api/v1/receipts/{userId}", environment, { userId }),
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
