"use client";

import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { breakAtSlashes } from "#components/ui/break-at-slashes.ts";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LookedUp } from "#components/ui/loaded.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { formatDuration } from "./format-duration.ts";
import { HttpStatus } from "./request-columns.tsx";
import { type LoggedCall, useRequest } from "./use-request-log.ts";

type RequestPanelProps = {
  requestId: string;
  /** The same call, if the list behind has it. */
  row: LoggedCall | undefined;
  onClose: () => void;
};

/** One call in full. */
export function RequestPanel({ requestId, row, onClose }: RequestPanelProps) {
  const { environment } = useEnvironment();
  const query = useRequest(environment, requestId, row);
  const { data: request } = query;
  return (
    <SidePanel
      open
      onClose={onClose}
      label="Request"
      title={request ? `${request.method} ${breakAtSlashes(request.route)}` : requestId}
    >
      <LookedUp
        query={query}
        subject="the request"
        missing={{
          title: "No such request in this environment",
          children: `An entry is kept for ${REQUEST_LOG_DAYS} days. If someone sent you this link, switch to their environment.`,
          backLabel: "Back to the request log",
          onBack: onClose,
        }}
      >
        {(found) => <RequestFacts request={found} />}
      </LookedUp>
    </SidePanel>
  );
}

/** Everything that the log has about a call. */
function RequestFacts({ request }: { request: LoggedCall }) {
  const { requestId, at, status, errorCode, durationMs, address, paymentId } = request;
  return (
    <>
      <KeyValues
        rows={[
          { name: "Request id", value: <Id id={requestId} label="request id" /> },
          { name: "Status", value: <HttpStatus status={status} /> },
          ...(errorCode === null
            ? []
            : [
                {
                  name: "Error code",
                  value: <code className="font-mono text-xs">{errorCode}</code>,
                },
              ]),
          { name: "Arrived", value: <Time at={at} as="exact" /> },
          { name: "Duration", value: formatDuration(durationMs) },
          { name: "Called by", value: <Caller request={request} /> },
          { name: "Address", value: address ?? "Unknown" },
          ...(paymentId === null
            ? []
            : [{ name: "Payment", value: <Payment paymentId={paymentId} /> }]),
        ]}
      />
      <p className="mt-3 border-t border-dashed border-line pt-3 text-sm text-muted text-pretty">
        Bodies, headers, and keys are never logged. This entry is deleted {REQUEST_LOG_DAYS} days
        after the call.
      </p>
    </>
  );
}

function Payment({ paymentId }: { paymentId: string }) {
  const { payments } = useCurrentConsole();
  if (payments === undefined) return <Id id={paymentId} label="payment id" />;
  return (
    <Link href={`${payments}/${paymentId}`} className={link}>
      {paymentId}
    </Link>
  );
}

function Caller({ request: { apiKeyId, keyHint, memberId } }: { request: LoggedCall }) {
  const { base } = useCurrentConsole();
  const { member } = useSession();
  if (apiKeyId !== null) {
    return (
      <Link href={`${base}/keys/${apiKeyId}`} className={link}>
        {keyHint ?? apiKeyId}
      </Link>
    );
  }
  if (memberId === member.id) return <>You ({member.email})</>;
  return memberId === null ? <>Unknown</> : <Id id={memberId} label="member id" />;
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{id}</code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

const link = "font-mono text-xs wrap-anywhere text-pine underline underline-offset-4";
