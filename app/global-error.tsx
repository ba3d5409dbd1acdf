"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import "./globals.css";

// It stands in for the root layout that failed, so it brings the document itself.
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <title>Error · Sealslip</title>
        <Notice label="Error" title="Sealslip could not be shown">
          <p>Something failed before the page could start. Trying again may be enough.</p>
          <Button onClick={retry}>Try again</Button>
        </Notice>
      </body>
    </html>
  );
}
