"use client";

import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { describeError } from "#lib/browser/describe-error.ts";
import { isTransient } from "#lib/browser/query-client.ts";

/** Over the lower edge, while something that is shown could not be asked for again. */
export function StaleNotice() {
  const error = useStaleError();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex p-4">
      {error ? (
        <p className="pointer-events-auto mx-auto flex max-w-xl gap-3 border border-l-2 border-line border-l-escrowed bg-slip px-4 py-3 text-sm text-pretty shadow-xl">
          <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-escrowed" />
          <span>
            <span className="font-medium">What you see may be out of date.</span>{" "}
            <span className="text-muted">{describeError(error)}</span>
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** Why one of the answers on the page is no longer the newest. */
function useStaleError(): Error | null {
  const cache = useQueryClient().getQueryCache();
  const find = () => {
    const stale = cache
      .findAll({ type: "active" })
      .find(({ state }) => state.data !== undefined && isTransient(state.error));
    return stale?.state.error ?? null;
  };
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    find,
    () => null,
  );
}
