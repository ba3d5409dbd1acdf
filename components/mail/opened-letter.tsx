"use client";

import { Fragment } from "react";
import { Slip } from "#components/ui/slip.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Time } from "#components/ui/time.tsx";
import { useMail } from "./use-mails.ts";

const link = "font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";

/** A letter as text, whose links can be followed. */
export function OpenedLetter({ mailId }: { mailId: string }) {
  const { data: mail, error, isPending, isFetching, refetch } = useMail(mailId);
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Opening the email" rows={4} />;
  return (
    <Slip paper="panel">
      <article aria-labelledby="letter-subject">
        <h2 id="letter-subject" className="text-lg font-medium tracking-tight wrap-anywhere">
          {mail.subject}
        </h2>
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          To {mail.to}, <Time at={mail.at} as="exact" />
        </p>
        <pre className="mt-5 border-t border-dashed border-line pt-5 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={mail.text} />
        </pre>
        <p className="mt-5 text-sm">
          <a href={`/api/mail/${mail.id}/page`} className={link}>
            Show it as HTML
          </a>
        </p>
      </article>
    </Slip>
  );
}

/** Our letters have links only where a line is one. */
function LinkedText({ text }: { text: string }) {
  return [...text.matchAll(/[^\n]*\n?/g)].map(({ 0: line, index: offset }) => {
    const url = line.trim();
    return /^https?:\/\/\S+$/.test(url) ? (
      <a key={offset} href={url} className={link}>
        {line}
      </a>
    ) : (
      <Fragment key={offset}>{line}</Fragment>
    );
  });
}
