"use client";

import { Notice } from "#components/ui/notice.tsx";
import { RetryButton } from "#components/ui/retry-button.tsx";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <Notice label="Error" title="This page could not be loaded">
      <p>Something went wrong. Try again.</p>
      <RetryButton onClick={retry} />
    </Notice>
  );
}
