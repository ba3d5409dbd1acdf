"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import { readReturnPath } from "#lib/client/return-path.ts";
import { signInWithProvider } from "#lib/client/sign-in.ts";

/** The organization's own sign-in (OpenID Connect). */
export function ProviderButton({ name }: { name: string }) {
  const leave = useMutation({ mutationFn: () => signInWithProvider(findReturnPath()) });
  return (
    <div className="space-y-3 border-t border-dashed border-line pt-5">
      <Button
        look="secondary"
        className="w-full"
        // Until the provider's page is there.
        pending={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Continue with {name}
      </Button>
      {leave.error ? <Callout tone="alarm">{describeError(leave.error)}</Callout> : null}
    </div>
  );
}

function findReturnPath(): string {
  const { search, origin } = window.location;
  return readReturnPath(new URLSearchParams(search).get("next"), origin) ?? "/";
}
