import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type Shop = Answer<"GET /api/console/shop-names">["shops"][number];

/** What each shop is called, by its merchantId. */
export function useShopNames({ enabled = true } = {}) {
  return useQuery({
    queryKey: keyOf("GET /api/console/shop-names"),
    queryFn: async ({ signal }) => (await api("GET /api/console/shop-names", { signal })).shops,
    enabled,
  });
}

export function useSetShopName() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Pick<Shop, "merchantId" | "name">) =>
      api("PUT /api/console/shop-names", { body }),
    onSuccess,
  });
}

export function useRemoveShopName() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (merchantId: string) =>
      api("DELETE /api/console/shop-names", { body: { merchantId } }),
    onSuccess,
  });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf("GET /api/console/shop-names") });
}
