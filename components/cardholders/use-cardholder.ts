import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { getCardholder, listCardholderReceipts, listGrants } from "#lib/client/cardholders.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

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
