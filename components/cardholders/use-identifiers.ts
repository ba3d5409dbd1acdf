import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { readIdentifier, type TypedKind } from "#lib/core/identifier-text.ts";
import { hashIdentifier } from "#lib/crypto/hash-identifier.ts";

export type ListedIdentifier =
  Answer<"GET /api/v1/users/{userId}/identifiers">["identifiers"][number];

/** An identifier as it was typed. The cache keeps the variables of a mutation, so it gets a function instead. */
export type ReadTyped = () => { kind: TypedKind; typed: string };

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
    mutationFn: async (readTyped: ReadTyped) => {
      const statuses: number[] = [];
      const identifier = await api("POST /api/v1/users/{userId}/identifiers", {
        environment,
        params: { userId },
        body: await hashTyped(readTyped()),
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
    mutationFn: async (readTyped: ReadTyped) =>
      api("POST /api/v1/users/find", { environment, body: await hashTyped(readTyped()) }),
  });
}

/** In this browser: the value itself is sent nowhere. */
async function hashTyped({ kind, typed }: ReturnType<ReadTyped>) {
  const read = readIdentifier(kind, typed);
  if (read.state === "wrong") throw new RangeError(`${kind}: ${read.reason}`);
  return { kind, hash: await hashIdentifier(read.text) };
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
