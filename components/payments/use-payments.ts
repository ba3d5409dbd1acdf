import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { keepPreviousOf } from "#components/console/keep-previous-of.ts";
import { listPayments } from "#lib/client/payments.ts";
import { queryKeys } from "#lib/client/query-keys.ts";
import { type PaymentFilters, readFilters } from "./payment-filters.ts";

const PAGE = 25;

type PaymentsPage = { filters: PaymentFilters; cursor: string | undefined; enabled: boolean };

/** A page of the payments that the filters let through, newest first. */
export function usePayments({ filters, cursor, enabled }: PaymentsPage) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: queryKeys.payments(environment, filters, cursor),
    queryFn: ({ signal }) => {
      const { query } = readFilters(filters, Date.now());
      const page = { ...query, cursor, limit: String(PAGE) };
      return listPayments({ environment, query: page }, signal);
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
  });
}
