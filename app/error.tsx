"use client";

import { Notice } from "#components/ui/notice.tsx";
import { RetryButton } from "#components/ui/retry-button.tsx";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <Notice label="Error" title="This page could not be shown">
      <p>Something failed while it was being made. Trying again may be enough.</p>
      <RetryButton retry={retry} />
    </Notice>
  );
}
