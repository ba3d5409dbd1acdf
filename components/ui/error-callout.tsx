import { describeError } from "#lib/browser/describe-error.ts";
import { isLoadFailure } from "#lib/browser/load-failure.ts";
import { Callout } from "./callout.tsx";
import { InSight } from "./in-sight.tsx";
import { NotLoaded } from "./not-loaded.tsx";

type ErrorCalloutProps = {
  /** A mutation's; null while nothing has failed. */
  error: Error | null;
  title?: string;
};

/** Why the last try failed; renders nothing if it did not. */
export function ErrorCallout({ error, title }: ErrorCalloutProps) {
  if (error === null) return null;
  return (
    <InSight>
      {isLoadFailure(error) ? (
        <NotLoaded error={error} />
      ) : (
        <Callout tone="alarm" {...(title ? { title } : {})}>
          {describeError(error)}
        </Callout>
      )}
    </InSight>
  );
}
