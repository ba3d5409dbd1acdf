import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEnvironment } from "#components/console/environment.tsx";
import { eraseCardholder, rotateKey } from "#lib/client/cardholders.ts";
import { queryKeys } from "#lib/client/query-keys.ts";

/** Seals the cardholder's receipts to another key from now on. */
export function useRotateKey(userId: string) {
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
