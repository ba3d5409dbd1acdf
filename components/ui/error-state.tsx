"use client";

import { CloudOff } from "lucide-react";
import { ApiError } from "#lib/client/api-error.ts";
import { describeError } from "#lib/client/describe-error.ts";
import { Button } from "./button.tsx";

type ErrorStateProps = {
  error: unknown;
  /** A query's `refetch`. */
  retry: () => void;
  retrying?: boolean;
};

/** Instead of what could not be fetched: why, the request to name to support, and another try. */
export function ErrorState({ error, retry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto max-w-md px-5 py-8 text-center">
      <CloudOff aria-hidden="true" className="mx-auto size-6 text-alarm" strokeWidth={1.5} />
      <p className="mt-3 font-medium">This could not be loaded</p>
      <p className="mt-1 text-sm text-muted text-pretty">{describeError(error)}</p>
      {error instanceof ApiError && error.requestId ? (
        <p className="mt-2 font-mono text-xs break-all text-muted">{error.requestId}</p>
      ) : null}
      <Button look="secondary" className="mt-5" pending={retrying} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
