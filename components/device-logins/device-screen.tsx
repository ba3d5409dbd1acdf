"use client";

import { useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { AccountHeading } from "#components/accounts/account-heading.tsx";
import { AccountWaiting, type AccountWaitingProps } from "#components/accounts/account-waiting.tsx";
import { SecondFactorGate } from "#components/accounts/second-factor-gate.tsx";
import { StepUp } from "#components/accounts/step-up.tsx";
import { SessionProvider, useMay, useSessionQuery } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { ApproveForm } from "./approve-form.tsx";
import { type FoundDeviceLogin, useFindDeviceLogin } from "./use-device-login.ts";

const title = "Sign a program in";

/** Where a member approves the code that a program shows. Works in their own session only. */
export function DeviceScreen() {
  const query = useSessionQuery();
  const { data: session, error } = query;
  if (error && !isSignedOut(error)) return <Waiting query={query} />;
  // Signed out: the browser is already leaving for the sign-in page.
  if (error || !session) return <Waiting />;
  return (
    <SessionProvider session={session}>
      <StepUp>
        <SecondFactorGate>
          <Steps />
        </SecondFactorGate>
      </StepUp>
    </SessionProvider>
  );
}

function Waiting(props: Pick<AccountWaitingProps, "query">) {
  return <AccountWaiting title={title} label="Loading your session" rows={3} {...props} />;
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === "unauthorized";
}

type Outcome = "approved" | "denied";

function Steps() {
  const [login, setLogin] = useState<FoundDeviceLogin>();
  const [outcome, setOutcome] = useState<Outcome>();
  const mayApprove = useMay("developer");
  if (!mayApprove) {
    return (
      <AccountHeading title={title}>
        Your role does not allow this: it takes a developer or an owner of your organization.
      </AccountHeading>
    );
  }
  if (outcome) return <Done outcome={outcome} />;
  if (login) return <ApproveForm login={login} onDone={setOutcome} />;
  return <CodeForm onFound={setLogin} />;
}

function CodeForm({ onFound }: { onFound: (login: FoundDeviceLogin) => void }) {
  const linked = useSearchParams().get("code") ?? "";
  const [code, setCode] = useState(linked);
  const find = useFindDeviceLogin();
  const hydrated = useHydrated();
  function submit(event: FormEvent) {
    event.preventDefault();
    find.mutate(code, { onSuccess: onFound });
  }
  return (
    <>
      <AccountHeading title={title}>
        A program such as the CLI shows a code. Continue only if you started it yourself.
      </AccountHeading>
      <form onSubmit={submit} noValidate className="mt-5 space-y-4">
        <ErrorCallout error={find.error} />
        <TextField
          label="Code"
          mono
          hint={
            linked === ""
              ? "Eight letters, such as WDJB-MJHT."
              : "From the link. Compare it with the one that your program shows."
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" className="w-full" disabled={!hydrated} pending={find.isPending}>
          Continue
        </Button>
      </form>
    </>
  );
}

function Done({ outcome }: { outcome: Outcome }) {
  if (outcome === "denied") {
    return (
      <FocusHere>
        <AccountHeading title="Denied">The program got no key.</AccountHeading>
      </FocusHere>
    );
  }
  return (
    <FocusHere>
      <AccountHeading title="Approved">Go back to your program: it has its key now.</AccountHeading>
      <div className="mt-5">
        <Callout>You find the key under API keys, where you can revoke it.</Callout>
      </div>
    </FocusHere>
  );
}
