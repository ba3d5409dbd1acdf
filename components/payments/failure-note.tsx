import { Callout } from "#components/ui/callout.tsx";
import { explainDecline } from "./explain-decline.ts";

/** Why a payment failed, and what to do next. */
export function FailureNote({ declineCode }: { declineCode: string | null }) {
  const { reason, next } = explainDecline(declineCode);
  return (
    <Callout tone="alarm" title={reason}>
      <p>{next}</p>
      <p className="text-muted">
        The customer was charged nothing.
        {declineCode === null ? null : (
          <>
            {" "}
            The provider’s code: <code className="font-mono text-xs">{declineCode}</code>.
          </>
        )}
      </p>
    </Callout>
  );
}
