import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { listCardholders } from "#lib/client/cardholders.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

type CardholdersQuery = { search: string | undefined; cursor: string | undefined };

export function useCardholders({ search, cursor }: CardholdersQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.cardholders(environment, search, cursor),
    queryFn: ({ signal }) => listCardholders({ environment, search, cursor }, signal),
    placeholderData: keepPreviousOf(environment),
  });
}
