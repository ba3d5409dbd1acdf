"use client";

import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { type AddedPasskey, registerPasskey } from "#lib/browser/passkeys.ts";
import { useSignInOptions } from "./use-sign-in-options.ts";

type AddPasskeyProps = { onAdded: (added: AddedPasskey) => void };

export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const { data: options } = useSignInOptions();
  const add = useMutation({
    mutationFn: registerPasskey,
    onSuccess: (added) => {
      toast.success(`Passkey added: ${added.passkey.name}`);
      onAdded(added);
    },
    gcTime: 0,
  });
  if (options?.passkeys === false) {
    return (
      <p className="max-w-[64ch] text-sm text-muted text-pretty">
        Passkeys need a domain name, and this service runs under an IP address.
      </p>
    );
  }
  return (
    <div className="space-y-4">
      <ErrorCallout error={add.error} />
      <Button icon={Fingerprint} pending={add.isPending} onClick={() => add.mutate()}>
        Add a passkey
      </Button>
    </div>
  );
}
