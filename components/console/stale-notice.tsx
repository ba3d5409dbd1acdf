"use client";

import { notifyManager, type Query, useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { isTransient } from "#lib/browser/query-client.ts";

/** Over the lower edge of the page, while something that it shows could not be asked for again. */
export function StaleNotice() {
  const client = useQueryClient();
  const error = useStaleError();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex p-4 desk:left-60"
    >
      {error ? (
        <div className="pointer-events-auto mx-auto flex max-w-xl items-center gap-3 border border-l-2 border-line border-l-escrowed bg-slip px-4 py-3 text-sm shadow-xl">
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-escrowed" />
          <p className="text-pretty">
            <span className="font-medium">What you see may be out of date.</span>{" "}
            <span className="text-muted">{describeError(error)}</span>
          </p>
          <Button
            look="secondary"
            size="small"
            onClick={() => void client.refetchQueries({ type: "active", predicate: isStale })}
          >
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Why one of the answers on the page is no longer the newest. */
function useStaleError(): Error | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.findAll({ type: "active", predicate: isStale })[0]?.state.error ?? null,
    () => null,
  );
}

function isStale({ state: { data, error } }: Query): boolean {
  return data !== undefined && isTransient(error);
}
