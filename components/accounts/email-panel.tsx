"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { Form } from "#components/ui/form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { emailChange } from "#lib/accounts/contract-email.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { EMAIL_CONFIRMATION_HOURS } from "#lib/core/retention.ts";
import { MailboxHint } from "./letter-sent.tsx";
import { useChangeEmail } from "./use-email.ts";

export function EmailPanel() {
  const change = useChangeEmail();
  return (
    <Panel
      title="Email"
      description="You sign in with a new address once you have followed the link that we send there."
    >
      {change.isSuccess ? (
        <LinkSent email={change.variables} onStartOver={change.reset} />
      ) : (
        <ChangeEmailForm change={change} />
      )}
    </Panel>
  );
}

function ChangeEmailForm({ change }: { change: ReturnType<typeof useChangeEmail> }) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(emailChange, { error: explainIssue }),
    defaultValues: { email: "" },
  });
  const { atFields, elsewhere } = sortRefusal(change.error, ["email"]);
  const submit = handleSubmit(({ email }) =>
    change.mutate(email, { onError: () => setFocus("email") }),
  );
  return (
    <Form onSubmit={submit} failure={elsewhere} className="max-w-md">
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message ?? atFields.email}
        {...register("email")}
      />
      <Button type="submit" pending={change.isPending}>
        Send the link
      </Button>
    </Form>
  );
}

function LinkSent({ email, onStartOver }: { email: string; onStartOver: () => void }) {
  return (
    <div className="max-w-md space-y-4 text-sm">
      <FocusHere>
        <Callout tone="good" title="Check your inbox">
          <p className="text-muted">
            We sent an email to <span className="text-ink wrap-anywhere">{email}</span>. Follow its
            link in this browser within {EMAIL_CONFIRMATION_HOURS} hours.
          </p>
        </Callout>
      </FocusHere>
      <MailboxHint />
      <Button look="secondary" size="small" onClick={onStartOver}>
        Use another address
      </Button>
    </div>
  );
}
