"use client";

import { MailOpen } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { shallowLink } from "#components/ui/shallow-link.ts";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Time } from "#components/ui/time.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { OpenedLetter } from "./opened-letter.tsx";
import { type ListedMail, useMails } from "./use-mails.ts";

/** The letters that this installation has written to its data folder instead of sending them. */
export function MailboxScreen() {
  const opened = useSearchParams().get("letter");
  return (
    <div className="space-y-6">
      <PageHeader
        title="Mailbox"
        description="Without SMTP_URL, email is written to the data folder. Only a browser on this machine can read it here."
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        {opened ? (
          <div className="lg:order-last">
            <OpenedLetter mailId={opened} />
          </div>
        ) : null}
        <Panel title="Emails" flush>
          <LetterList opened={opened} />
        </Panel>
      </div>
    </div>
  );
}

function LetterList({ opened }: { opened: string | null }) {
  const { data: mails, error, isPending, isFetching, refetch } = useMails();
  if (error instanceof ApiError && error.code === "not_found") return <Closed />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the emails" rows={4} />;
  if (mails.length === 0) {
    return (
      <EmptyState icon={MailOpen} title="No emails yet">
        Create an account, and the email to confirm it shows up here.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <LetterEntry key={mail.id} mail={mail} isOpen={mail.id === opened} />
      ))}
    </ul>
  );
}

function LetterEntry({
  mail: { id, to, subject, at },
  isOpen,
}: {
  mail: ListedMail;
  isOpen: boolean;
}) {
  return (
    <li>
      <Link
        {...shallowLink(`/mail?letter=${id}`)}
        aria-current={isOpen ? "true" : undefined}
        className={`block px-4 py-3 text-sm hover:bg-copy md:px-5 ${isOpen ? "bg-copy" : ""}`}
      >
        <span className="block font-medium text-pretty wrap-anywhere">{subject}</span>
        <span className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-muted">
          <span className="wrap-anywhere">{to}</span>
          <Time at={at} />
        </span>
      </Link>
    </li>
  );
}

function Closed() {
  return (
    <EmptyState icon={MailOpen} title="There is no mailbox here">
      Email is sent by SMTP, this is production mode, or this browser runs on another machine.
    </EmptyState>
  );
}
