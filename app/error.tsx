"use client";

import { Notice } from "#components/ui/notice.tsx";
import { RetryButton } from "#components/ui/retry-button.tsx";
import { isLoadFailure } from "#lib/browser/load-failure.ts";

type ErrorPageProps = { error: unknown; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  // Rendered again, it would miss the same file.
  if (isLoadFailure(error)) return <Outdated />;
  return (
    <Notice label="Error" title="This page could not be loaded">
      <p>Something went wrong. Try again.</p>
      <RetryButton onClick={retry} />
    </Notice>
  );
}

function Outdated() {
  return (
    <Notice label="Error" title="This page could not be loaded">
      <p>A part of it did not arrive. A new version may be here: reload the page.</p>
      <RetryButton label="Reload the page" onClick={() => window.location.reload()} />
    </Notice>
  );
}
