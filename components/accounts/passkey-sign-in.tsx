"use client";

import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { cancelPasskeys, signInWithPasskey, supportsAutofill } from "#lib/browser/passkeys.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { goHome } from "./go-home.ts";

/** By the button, or by the browser's suggestion at the email field. */
export function PasskeySignIn() {
  const autofill = useAutofill();
  const signIn = useMutation({
    mutationFn: async () => {
      await signInWithPasskey();
      // Inside the mutation, so that the button stays busy until the next page has loaded.
      await goHome();
    },
    // The browser waits for one passkey at a time.
    onError: () => autofill.wait(),
  });
  const error = signIn.error ?? autofill.refusal;
  return (
    <div className="space-y-3">
      <Button
        look="secondary"
        className="w-full"
        icon={Fingerprint}
        pending={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
      <ErrorCallout error={error} />
    </div>
  );
}

/** `refusal`: of the chosen passkey. A browser that cannot suggest any is not a failure. */
function useAutofill() {
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (!(await supportsAutofill())) return;
      await signInWithPasskey({ autofill: true });
      await goHome();
    },
  });
  useEffect(() => {
    mutate();
    return () => void cancelPasskeys();
  }, [mutate]);
  const isRefusal = error instanceof ApiError && error.code === "invalid_request";
  return { wait: () => mutate(), refusal: isRefusal ? error : null };
}
