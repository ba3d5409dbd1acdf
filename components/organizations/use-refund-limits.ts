import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

type ShownLimits = Answer<"GET /api/console/refund-limits">;
export type ShownLimit = ShownLimits["limits"][number];

export function useRefundLimits() {
  return useQuery({
    queryKey: keyOf("GET /api/console/refund-limits"),
    queryFn: ({ signal }) => api("GET /api/console/refund-limits", { signal }),
  });
}

/** Takes a currency with its new limit, or with null to remove it. */
export function useChangeRefundLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ currency, amount }: { currency: string; amount: number | null }) =>
      amount === null
        ? api("DELETE /api/console/refund-limits/{currency}", { params: { currency } })
        : api("PUT /api/console/refund-limits/{currency}", {
            params: { currency },
            body: { amount },
          }),
    onSuccess: (limits) => client.setQueryData(keyOf("GET /api/console/refund-limits"), limits),
  });
}
