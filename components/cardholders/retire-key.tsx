"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { api } from "#lib/browser/api.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import { keyOf } from "#lib/browser/query-client.ts";

type RetireKeyProps = { userId: string; keyId: string };

/** For a device that is lost or given away, where the cardholder has another. */
export function RetireKey({ userId, keyId }: RetireKeyProps) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, error, isPending, reset } = useRetireKey({ userId, keyId });
  return (
    <>
      <Button
        look="ghost"
        size="small"
        onClick={() => {
          reset();
          setAsked(true);
        }}
      >
        Retire this device
      </Button>
      <LazyConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Retire this device?"
        confirmLabel="Retire it"
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => {
              toast.success("New receipts are no longer sealed to this device");
              setAsked(false);
            },
          })
        }
        pending={isPending}
        error={error ? describeError(error) : undefined}
      >
        <p className="font-mono text-xs wrap-anywhere text-muted">{keyId}</p>
        <p>
          Receipts to come are sealed to the cardholder’s other devices alone. Those that this
          device has received stay sealed to it: grant it no more access.
        </p>
      </LazyConfirmDialog>
    </>
  );
}

function useRetireKey({ userId, keyId }: RetireKeyProps) {
  const { environment } = useEnvironment();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/v1/users/{userId}/keys/{keyId}", {
        environment,
        params: { userId, keyId },
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({
          queryKey: keyOf("GET /api/console/cardholders/{userId}", environment, { userId }),
        }),
        client.invalidateQueries({ queryKey: keyOf("GET /api/console/cardholders", environment) }),
      ]),
  });
}
