"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { readReturnPath } from "#lib/browser/return-path.ts";
import { signInWithProvider } from "#lib/browser/sign-in.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import type { Done } from "./go-home.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { useSignInOptions } from "./use-sign-in-options.ts";

const loadPasskeySignIn = loadOnce(
  async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn,
);

/** The options of this installation load a moment later: email and password always work. */
export function SignIn() {
  const { data: options } = useSignInOptions();
  const params = useSearchParams();
  const query = params.toString();
  return (
    <>
      <AccountHeading title="Sign in">To your organization’s console.</AccountHeading>
      <div className="mt-5 space-y-5">
        <DoneNotice done={params.get("done")} />
        <SignInForm />
        <p className="text-sm">
          <Link href="/forgot-password" className={textLink}>
            Forgot password?
          </Link>
        </p>
        {options?.passkeys ? (
          <Later load={loadPasskeySignIn} waiting={<div className="h-11 md:h-9" />}>
            {(PasskeySignIn) => <PasskeySignIn />}
          </Later>
        ) : null}
        {options?.oidc ? <ProviderButton name={options.oidc.name} /> : null}
        {options?.demo ? <DemoHint /> : null}
        {options?.signUp ? (
          <p className="text-sm text-muted">
            New here?{" "}
            <Link href={`/sign-up${query ? `?${query}` : ""}`} className={textLink}>
              Create an account
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
}

/** For members who chose a password but could not be signed in right away. */
function DoneNotice({ done }: { done: string | null }) {
  const sentence = Object.entries(doneSentences).find(([name]) => name === done)?.[1];
  return sentence ? <Callout tone="good">{sentence} Sign in to continue.</Callout> : null;
}

const doneSentences: Record<Done, string> = {
  password: "Your new password is set.",
  account: "Your account has been created.",
  membership: "You have joined the organization.",
};

/** The organization's own sign-in (OpenID Connect). */
function ProviderButton({ name }: { name: string }) {
  const leave = useMutation({ mutationFn: () => signInWithProvider(findReturnPath()) });
  return (
    <div className="space-y-3 border-t border-dashed border-line pt-5">
      <Button
        look="secondary"
        className="w-full"
        // Until the provider's page has loaded.
        pending={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Continue with {name}
      </Button>
      <ErrorCallout error={leave.error} />
    </div>
  );
}

function findReturnPath(): string {
  const { search, origin } = window.location;
  return readReturnPath(new URLSearchParams(search).get("next"), origin) ?? "/";
}

/** The demo's passwords are random for each installation: they are in its data folder. */
function DemoHint() {
  return (
    <Callout title="This is a demo installation">
      <p className="text-muted">
        Its sign-in details were printed when it started, and are in{" "}
        <code className="font-mono text-xs text-ink">demo.json</code> in its data folder:{" "}
        <code className="font-mono text-xs text-ink">.data/demo.json</code>, unless{" "}
        <code className="font-mono text-xs text-ink">DATA_DIR</code> names another folder.
      </p>
    </Callout>
  );
}
