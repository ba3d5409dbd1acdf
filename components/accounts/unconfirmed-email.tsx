"use client";

import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { MailboxHint } from "./letter-sent.tsx";
import { useSendConfirmation } from "./use-email.ts";

/** For members whose address was never confirmed, on every page until it is. */
export function UnconfirmedEmail() {
  const { email, emailConfirmed } = useSession().member;
  const send = useSendConfirmation();
  if (emailConfirmed) return null;
  if (send.isSuccess) {
    return (
      <div role="status" className="space-y-3">
        <Callout tone="good" title="Check your inbox">
          <p className="text-muted">
            We sent an email to <span className="text-ink wrap-anywhere">{email}</span>. Follow its
            link in this browser.
          </p>
        </Callout>
        <MailboxHint />
      </div>
    );
  }
  return (
    <Callout tone="warning" title="Your email address is not confirmed">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          Until it is, we cannot tell you of sign-ins from new devices or of changes to your
          account.
        </p>
        <Button
          look="secondary"
          size="small"
          pending={send.isPending}
          onClick={() => send.mutate()}
        >
          Send a confirmation
        </Button>
      </div>
      {send.error ? (
        <p role="alert" className="text-alarm">
          {describeError(send.error)}
        </p>
      ) : null}
    </Callout>
  );
}
