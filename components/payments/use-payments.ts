import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { type PaymentFilterTexts, paymentFilters } from "./payment-filters.ts";
import { POLL_INTERVAL_MS } from "./use-payment.ts";

export type ListedPayment = Answer<"GET /api/console/payments">["payments"][number];

const PAGE = 25;

type PaymentsPage = { filters: PaymentFilterTexts; cursor: string | undefined; enabled: boolean };

/** A page of the payments that match the filters, newest first. */
export function usePayments({ filters, cursor, enabled }: PaymentsPage) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/payments", environment, { filters, cursor }),
    queryFn: ({ signal }) => {
      const { query } = paymentFilters.read(filters, Date.now());
      const page = { ...query, cursor, limit: String(PAGE) };
      return api("GET /api/console/payments", { environment, query: page, signal });
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
    // The list does not move while it is being read: new payments are offered, not inserted.
    refetchOnWindowFocus: false,
  });
}

/** The number and the total of the filtered payments. */
export function usePaymentTotals({ filters, enabled }: Omit<PaymentsPage, "cursor">) {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/payments/totals", environment, { filters }),
    queryFn: ({ signal }) => {
      const { query } = paymentFilters.read(filters, Date.now());
      return api("GET /api/console/payments/totals", { environment, query, signal });
    },
    placeholderData: keepPreviousOf(environment),
    enabled,
  });
}

type Shown = { filters: PaymentFilterTexts; payments: readonly ListedPayment[] | undefined };

export type PaymentNews = {
  /** The shown payments in their current state, in the same places. */
  payments: readonly ListedPayment[] | undefined;
  /** How many newer payments there are; at most a page. */
  count: number;
  isFullPage: boolean;
  /** Shows the newest page. */
  show: () => void;
};

/**
 * Changes since the newest page was fetched. Polled while the page is visible; `payments` are undefined if
 * there is nothing to poll.
 */
export function usePaymentNews({ filters, payments }: Shown): PaymentNews {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  const pageKey = { filters, cursor: undefined };
  const { data } = useQuery({
    queryKey: keyOf("GET /api/console/payments", environment, { filters, news: true }),
    queryFn: ({ signal }) => {
      const { query } = paymentFilters.read(filters, Date.now());
      const page = { ...query, limit: String(PAGE) };
      return api("GET /api/console/payments", { environment, query: page, signal });
    },
    enabled: payments !== undefined,
    // A failure needs no message: the page keeps its data, and the next try is soon.
    retry: false,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const latest = data?.payments ?? [];
  const byId = new Map(latest.map((payment) => [payment.paymentId, payment]));
  const newest = payments?.[0]?.paymentId ?? "";
  // Ids sort by time.
  const count = payments ? latest.filter(({ paymentId }) => paymentId > newest).length : 0;
  return {
    payments: payments?.map((payment) => byId.get(payment.paymentId) ?? payment),
    count,
    isFullPage: count === PAGE,
    show() {
      client.setQueryData(keyOf("GET /api/console/payments", environment, pageKey), data);
      void client.invalidateQueries({
        queryKey: keyOf("GET /api/console/payments/totals", environment),
      });
    },
  };
}
