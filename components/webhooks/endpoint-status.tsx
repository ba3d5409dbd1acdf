"use client";

import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useMay } from "#components/console/session.tsx";
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

/** When an endpoint that fails is disabled, unless an attempt succeeds before, ISO 8601. */
export function disablingTime(failingSince: string): string {
  return new Date(Date.parse(failingSince) + DISABLE_AFTER_DAYS * DAY_MS).toISOString();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Why an endpoint gets nothing, or soon will not, and what those who may can do about it. */
export function EndpointNote({ endpoint }: { endpoint: Shown }) {
  const { status, disabledReason, failingSince } = endpoint;
  const may = useMay("developer");
  if (status === "disabled" && disabledReason !== null) {
    const { title, text, todo } = reasons[disabledReason];
    return (
      <Callout tone={disabledReason === "requested" ? "note" : "warning"} title={title}>
        <p>
          {text} {may ? todo : null}
        </p>
      </Callout>
    );
  }
  if (failingSince === null) return null;
  return (
    <Callout tone="warning" title="Deliveries fail">
      <p>
        No attempt has succeeded since <Time at={failingSince} as="exact" />. Deliveries are
        retried, and after {DISABLE_AFTER_DAYS} days of failures the endpoint is disabled. The log
        below says why each attempt failed
        {may ? "; “Send test event” tries the endpoint at once." : "."}
      </p>
    </Callout>
  );
}

function AuditLink() {
  const { base } = useCurrentConsole();
  return (
    <Link
      href={`${base}/audit`}
      prefetch={false}
      className="text-pine underline underline-offset-4"
    >
      audit trail
    </Link>
  );
}

type Reason = NonNullable<Endpoint["disabledReason"]>;
type ReasonTexts = { short: string; title: string; text: ReactNode; todo?: string };

const kept = `Events it misses are kept for ${EVENT_DAYS} days and can be sent then.`;
const repair = `Make it answer with a status from 200 to 299, send a test event, then enable it. ${kept}`;

const reasons: Record<Reason, ReasonTexts> = {
  requested: {
    short: "by your organization",
    title: "Disabled by your organization",
    text: `It gets no events until it is enabled. ${kept}`,
  },
  gone: {
    short: "it answered 410 Gone",
    title: "Disabled because it answered 410 Gone",
    text: "410 tells us to stop sending.",
    todo: repair,
  },
  failing: {
    short: `${DISABLE_AFTER_DAYS} days of failures`,
    title: `Disabled after ${DISABLE_AFTER_DAYS} days of failures`,
    text: "Not one attempt succeeded in that time.",
    todo: repair,
  },
  paused: {
    short: "by the operator",
    title: "Paused by the operator of this service",
    text: (
      <>
        Sending continues where it stopped once the operator resumes it. The reason is in the{" "}
        <AuditLink />.
      </>
    ),
  },
};
