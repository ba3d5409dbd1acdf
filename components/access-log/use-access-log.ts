import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { listAccess } from "#lib/client/access-log.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import { type AccessFilters, toAccessQuery } from "./access-filters.ts";

const LOOK_AGAIN_MS = 10_000;

type AccessLogQuery = { filters: AccessFilters; cursor: string | undefined };

/** A page of the access log; the newest one is looked at again, since grants are used and expire. */
export function useAccessLog({ filters, cursor }: AccessLogQuery) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.accessLog(environment, filters, cursor),
    queryFn: ({ signal }) => {
      const query = { ...toAccessQuery(filters, Date.now()), cursor };
      return listAccess({ environment, query }, signal);
    },
    placeholderData: keepPreviousOf(environment),
    refetchInterval: cursor === undefined ? LOOK_AGAIN_MS : false,
  });
}
