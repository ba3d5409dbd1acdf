import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import {
  eraseCardholder,
  getCardholder,
  listCardholderReceipts,
  listCardholders,
  listGrants,
  rotateKey,
} from "#lib/browser/endpoints/cardholders.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";

type CardholdersQuery = { search: string | undefined; cursor: string | undefined };

export function useCardholders({ search, cursor }: CardholdersQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholders(environment, search, cursor),
    queryFn: ({ signal }) => listCardholders({ environment, search, cursor }, signal),
    placeholderData: keepPreviousOf(environment),
  });
}

/** `enabled: false` for one that is erased: there is nobody to ask about any more. */
export function useCardholder(userId: string, { enabled }: { enabled: boolean }) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholder(environment, userId),
    queryFn: ({ signal }) => getCardholder({ environment, userId }, signal),
    enabled,
  });
}

export function useCardholderReceipts(userId: string, cursor: string | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholderReceipts(environment, userId, cursor),
    queryFn: ({ signal }) => listCardholderReceipts({ environment, userId, cursor }, signal),
    placeholderData: keepPreviousOf(environment),
  });
}

export function useGrants(userId: string, cursor: string | undefined) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholderGrants(environment, userId, cursor),
    queryFn: ({ signal }) => listGrants({ environment, userId, cursor }, signal),
    placeholderData: keepPreviousOf(environment),
  });
}

/** Seals the cardholder's receipts to another key from now on. */
export function useRotateCardholderKey(userId: string) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: { keyId: string; publicKey: string }) =>
      rotateKey(environment, { userId, ...key }),
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
    mutationFn: () => eraseCardholder({ environment, userId }),
    onSuccess: () => {
      client.removeQueries({ queryKey: queryKeys.cardholder(environment, userId) });
      // Everything else counts the cardholder or lists what was granted.
      void client.invalidateQueries({ queryKey: [environment] });
    },
  });
}
