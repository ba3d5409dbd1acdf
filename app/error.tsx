"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <Notice label="Error" title="This page could not be loaded">
      <p>Something went wrong. Try again.</p>
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}
