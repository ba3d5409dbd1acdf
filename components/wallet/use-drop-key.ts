import { useMutation, useQueryClient } from "@tanstack/react-query";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { dropKey } from "#lib/wallet/rotate-card-key.ts";

export function useDropKey(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (keyId: string) => dropKey(cardId, keyId),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}
