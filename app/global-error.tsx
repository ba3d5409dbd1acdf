"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import "./globals.css";

// It stands in for the root layout that failed, so it brings the document itself.
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Sealslip</title>
        <Notice label="Error" title="Sealslip could not be loaded">
          <p>Something went wrong before the page could start. Try again.</p>
          <Button onClick={retry}>Try again</Button>
        </Notice>
      </body>
    </html>
  );
}
