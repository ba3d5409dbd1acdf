"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { TriableCall } from "#lib/browser/try-call.ts";

const loadForm = loadOnce(async () => (await import("./try-it-form.tsx")).TryItForm);
const prepareForm = () => preload(loadForm);

/** A form that sends the call. Its code is loaded when it is opened. */
export function TryIt({ call }: { call: TriableCall }) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <div className="noscript:hidden">
      <Button
        look="secondary"
        size="small"
        icon={Play}
        aria-expanded={isOpen}
        aria-disabled={!hydrated || undefined}
        aria-label={`Try it: ${call.summary}`}
        onPointerEnter={prepareForm}
        onFocus={prepareForm}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Close" : "Try it"}
      </Button>
      {isOpen ? <Later load={loadForm}>{(TryItForm) => <TryItForm call={call} />}</Later> : null}
    </div>
  );
}
