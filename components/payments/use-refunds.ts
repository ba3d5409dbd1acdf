import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { type RefundFilterTexts, refundFilters } from "./refund-filters.ts";

const PAGE = "25";

type RefundsPage = { filters: RefundFilterTexts; cursor: string | undefined; enabled: boolean };

/** Through the public API, which a merchant's own bookkeeping calls as well. */
export function useRefunds({ filters, cursor, enabled }: RefundsPage) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/v1/refunds", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const { query } = refundFilters.read(filters, Date.now());
      const page = { ...query, cursor, limit: PAGE };
      return api("GET /api/v1/refunds", { environment, query: page, signal });
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
  });
}
