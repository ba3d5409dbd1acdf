import { describeError } from "#lib/browser/describe-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type FailedPageProps = {
  /** The part of the service. */
  label: string;
  error: unknown;
  /** A query's `refetch`. */
  retry: () => void;
  retrying: boolean;
};

/** Replaces a page that does not know its user yet: the reason, the request id for support, and a retry. */
export function FailedPage({ label, error, retry, retrying }: FailedPageProps) {
  return (
    <Notice label={label} title="This could not be loaded">
      <div role="alert">
        <p className="text-pretty">{describeError(error)}</p>
        {error instanceof ApiError && error.requestId ? (
          <p className="mt-2 font-mono text-xs break-all">{error.requestId}</p>
        ) : null}
      </div>
      <Button pending={retrying} onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
