"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { usePaymentsExport } from "./use-payments-export.ts";

/** How far the file has come, and the way to stop it; or why there is none. */
export function ExportProgress({
  isPending,
  progress,
  error,
  cancel,
  dismiss,
}: ReturnType<typeof usePaymentsExport>) {
  if (error) {
    return (
      <Callout tone="alarm" title="Nothing was exported">
        <p>{describeError(error)}</p>
        <Button look="secondary" size="small" className="mt-2" onClick={dismiss}>
          Dismiss
        </Button>
      </Callout>
    );
  }
  if (!isPending) return null;
  const { rows, total } = progress ?? { rows: 0, total: 0 };
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border border-line bg-slip px-4 py-3 md:px-5">
      <div className="min-w-0 grow space-y-2">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium">
            Exporting payments
          </span>
          <span className="text-muted tabular-nums">
            {progress ? `${format(rows)} of ${format(total)}` : "Counting"}
          </span>
        </p>
        <progress
          aria-label="Export"
          className="block h-1.5 w-full appearance-none bg-ink/10 [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-pine"
          {...(progress ? { value: rows, max: Math.max(total, 1) } : {})}
        />
      </div>
      <Button look="secondary" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}
