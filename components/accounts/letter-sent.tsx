"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { useSignInOptions } from "./use-sign-in-options.ts";

type LetterSentProps = {
  email: string;
  onStartOver: () => void;
  /** The purpose of the letter. */
  children: ReactNode;
};

/** Replaces a form that requests a letter, the same for every address. */
export function LetterSent({ email, onStartOver, children }: LetterSentProps) {
  return (
    <FocusHere>
      <AccountHeading title="Check your inbox">
        We sent an email to <span className="text-ink wrap-anywhere">{email}</span>. {children}
      </AccountHeading>
      <div className="mt-5 space-y-4">
        <MailboxHint />
        <Button look="secondary" className="w-full" onClick={onStartOver}>
          Use another address
        </Button>
      </div>
    </FocusHere>
  );
}

/** If mail is written to files: a link to it, for browsers that may read it. */
export function MailboxHint() {
  const { data: options } = useSignInOptions();
  if (!options?.mailbox) return null;
  return (
    <Callout title="This installation sends no email">
      <p className="text-muted">
        It keeps what it would send on this machine.{" "}
        <Link href="/mail" className={textLink}>
          Open the mailbox
        </Link>
      </p>
    </Callout>
  );
}
