"use client";

import { Notice } from "#components/ui/notice.tsx";
import { RetryButton } from "#components/ui/retry-button.tsx";
import "./globals.css";

// It replaces the failed root layout, so it renders the document itself.
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Sealslip</title>
        <Notice label="Error" title="Sealslip could not be loaded">
          <p>Something went wrong before the page could start. Try again.</p>
          <RetryButton onClick={retry} />
        </Notice>
      </body>
    </html>
  );
}
