import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import { Callout } from "#components/ui/callout.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { DISABLE_AFTER_DAYS } from "#lib/webhooks/contract-limits.ts";
import type { Endpoint } from "./use-endpoints.ts";

type Shown = Pick<Endpoint, "status" | "disabledReason" | "failingSince">;

export function EndpointStatus({ endpoint }: { endpoint: Shown }) {
  return <StatusMark look={lookOf(endpoint)} />;
}

function lookOf({ status, disabledReason, failingSince }: Shown): StatusLook {
  if (status === "disabled") {
    const word = disabledReason === "paused" ? "Paused" : "Disabled";
    const color = disabledReason === "requested" ? "text-muted" : "text-alarm";
    return { word, color, icon: CirclePause };
  }
  if (failingSince !== null) return { word: "Failing", color: "text-escrowed", icon: CircleAlert };
  return { word: "Enabled", color: "text-pine", icon: CircleCheck };
}

/** In a few words, below the status; undefined if all is well. */
export function endpointTrouble({ disabledReason, failingSince }: Shown) {
  if (disabledReason !== null) return reasons[disabledReason].short;
  return failingSince === null ? undefined : (
    <>
      first failed <Time at={failingSince} />
    </>
  );
}

/** Why an endpoint gets nothing, or soon will not, and what to do about it. */
export function EndpointNote({ endpoint }: { endpoint: Shown }) {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === "disabled" && disabledReason !== null) {
    const { title, todo } = reasons[disabledReason];
    return (
      <Callout tone={disabledReason === "requested" ? "note" : "warning"} title={title}>
        <p>{todo}</p>
      </Callout>
    );
  }
  if (failingSince === null) return null;
  return (
    <Callout tone="warning" title="Deliveries fail">
      <p>
        No attempt has succeeded since <Time at={failingSince} as="exact" />. Deliveries are
        retried, and after {DISABLE_AFTER_DAYS} days of failures the endpoint is disabled. The log
        below says why each attempt failed; “Send a test” tries the endpoint at once.
      </p>
    </Callout>
  );
}

type Reason = NonNullable<Endpoint["disabledReason"]>;

const kept = `Events it misses are kept for ${EVENT_DAYS} days and can be sent then.`;
const repair = `Make it answer with a status from 200 to 299, send a test, then enable it. ${kept}`;

const reasons: Record<Reason, { short: string; title: string; todo: string }> = {
  requested: {
    short: "by your organization",
    title: "Disabled by your organization",
    todo: `It gets no events until someone enables it. ${kept}`,
  },
  gone: {
    short: "it answered 410 Gone",
    title: "Disabled because it answered 410 Gone",
    todo: `410 tells us to stop sending. ${repair}`,
  },
  failing: {
    short: `${DISABLE_AFTER_DAYS} days of failures`,
    title: `Disabled after ${DISABLE_AFTER_DAYS} days of failures`,
    todo: `Not one attempt succeeded in that time. ${repair}`,
  },
  paused: {
    short: "by the operator",
    title: "Paused by the operator of this service",
    todo: `Only the operator can resume it. ${kept}`,
  },
};
