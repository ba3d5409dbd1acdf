import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import type { Restart } from "./use-restart.ts";

type StartAgainProps = { restart: Restart; className: string; children?: string };

/** Ends a visit that has a key, after a question: the key goes with it. */
export function StartAgain({ restart, className, children = "Start again" }: StartAgainProps) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, error, isPending, reset } = restart;
  return (
    <>
      <Button look="ghost" icon={RotateCcw} onClick={() => setAsked(true)} className={className}>
        {children}
      </Button>
      <LazyConfirmDialog
        open={isAsked}
        onOpenChange={(open) => {
          reset();
          setAsked(open);
        }}
        title="Start again?"
        confirmLabel="Erase and start again"
        onConfirm={() => mutate()}
        pending={isPending}
        error={error ? describeError(error) : undefined}
      >
        <p>
          The card of this visit is erased with its key, its receipts, and what you kept of them.
          They can never be opened again.
        </p>
      </LazyConfirmDialog>
    </>
  );
}
