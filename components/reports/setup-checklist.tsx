"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, CircleDashed, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

type SetupStep = Answer<"GET /api/console/setup">["steps"][number];

/** The steps of an integration; renders nothing while they are unknown, once all are done, or if dismissed. */
export function SetupChecklist({ query }: { query: ReturnType<typeof useSetupSteps> }) {
  const { environment } = useEnvironment();
  const [isDismissed, dismiss] = useDismissal();
  const { data: steps } = query;
  if (!steps || isDismissed) return null;
  const open = countOpen(steps);
  if (open === 0) return null;
  return (
    <Panel
      title="Getting started"
      description={`${steps.length - open} of ${steps.length} done. Steps are checked off automatically.`}
      actions={
        <Button look="ghost" size="small" icon={X} className="-mr-2.5" onClick={dismiss}>
          Dismiss
        </Button>
      }
      flush
    >
      <ol className="grid md:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <Step key={step.name} step={step} isReal={environment === "production"} />
        ))}
      </ol>
    </Panel>
  );
}

export function countOpen(steps: readonly SetupStep[]): number {
  return steps.filter(({ done }) => !done).length;
}

/** Whether the member has dismissed the list in this browser, for this organization and environment. */
function useDismissal(): [boolean, () => void] {
  const { organization } = useSession();
  const { environment } = useEnvironment();
  const key = `sealslip.setup-dismissed.${organization.id}.${environment}`;
  const [dismissedKey, setDismissedKey] = useState<string>();
  const isDismissed = dismissedKey === key || readSiteData("localStorage", key) !== null;
  return [
    isDismissed,
    () => {
      writeSiteData("localStorage", key, new Date().toISOString());
      setDismissedKey(key);
    },
  ];
}

function Step({ step: { name, done, doneAt }, isReal }: { step: SetupStep; isReal: boolean }) {
  const { title, ...asTest } = words[name];
  const { text, links } = (isReal ? realWords[name] : undefined) ?? asTest;
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3 border-dashed border-line px-4 py-4 text-sm max-md:not-last:border-b md:px-5 md:max-xl:nth-[-n+2]:border-b md:max-xl:odd:border-r xl:not-last:border-r">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4.5 shrink-0 ${done ? "text-pine" : "text-edge"}`}
      />
      <div className="min-w-0">
        <p className="font-medium">
          {title}
          <span className="sr-only">{done ? ", done" : ", to do"}</span>
        </p>
        {done ? (
          <p className="text-muted">Done {doneAt ? <Time at={doneAt} /> : null}</p>
        ) : (
          <>
            <p className="text-muted text-pretty">{text}</p>
            <p className="flex flex-wrap gap-x-4">
              {links.map(({ label, href }) => (
                <Link
                  key={href}
                  href={href}
                  prefetch={false}
                  className="mt-1 inline-flex min-h-8 items-center gap-1 font-medium text-pine underline-offset-4 hover:underline"
                >
                  {label}
                  <ArrowRight aria-hidden="true" className="size-3.5" />
                </Link>
              ))}
            </p>
          </>
        )}
      </div>
    </li>
  );
}

type StepWords = { text: string; links: readonly { label: string; href: string }[] };

const quickstart = { label: "Go to the quickstart", href: "/merchant/quickstart" };

const words: Record<SetupStep["name"], StepWords & { title: string }> = {
  api_key: {
    title: "Create an API key",
    text: "What your till or server uses to call the API.",
    links: [{ label: "Go to API keys", href: "/merchant/keys" }],
  },
  first_payment: {
    title: "Take a payment",
    text: "Ring up a sale in the terminal, or make one API call.",
    links: [{ label: "Open the terminal", href: "/terminal" }, quickstart],
  },
  first_receipt_opened: {
    title: "See a receipt opened",
    text: "Pay with a card of an issuer’s wallet, and open its receipt there.",
    links: [{ label: "Go to the wallet", href: "/wallet" }],
  },
  gateway_connected: {
    title: "Connect a gateway",
    text: "Your own account at a payment provider.",
    links: [{ label: "Go to gateways", href: "/merchant/gateways" }],
  },
};

/** In production, where there are no test cards. */
const realWords: Partial<Record<SetupStep["name"], StepWords>> = {
  first_payment: { text: "One API call from your till or server.", links: [quickstart] },
  first_receipt_opened: {
    text: "A cardholder opens a receipt in their bank’s app.",
    links: [],
  },
};

const POLL_INTERVAL_MS = 5_000;

/** The steps of an integration; polled until all are done, because they are done elsewhere. */
export function useSetupSteps() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/setup", environment),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/setup", { environment, signal })).steps,
    refetchInterval: ({ state }) =>
      state.data?.every(({ done }) => done) ? false : POLL_INTERVAL_MS,
  });
}
