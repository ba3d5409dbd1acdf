import { describeError } from "#lib/browser/describe-error.ts";
import { Callout } from "./callout.tsx";
import { InSight } from "./in-sight.tsx";

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
      <Callout tone="alarm" {...(title ? { title } : {})}>
        {describeError(error)}
      </Callout>
    </InSight>
  );
}
