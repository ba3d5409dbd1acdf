"use client";

import {
  CircleCheck,
  CircleX,
  CloudOff,
  Hourglass,
  type LucideIcon,
  UserRoundCheck,
} from "lucide-react";
import { useId } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorState, Skeleton } from "#components/ui/states.tsx";
import { type GatewayName, gateways, sealedAts } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import { gatewayTitles, providerTitle } from "#lib/gateways/contract-titles.ts";
import type { SealedAt } from "#lib/terminal/payment-answer.ts";
import { ChoiceCard, ChoiceHint } from "./choice-card.tsx";
import type { ConnectedProviders } from "./use-providers.ts";

type GatewayChoiceProps = {
  providers: ConnectedProviders;
  gateway: GatewayName;
  onChange: (gateway: GatewayName) => void;
};

/** Which gateway the payment goes through. */
export function GatewayChoice({ providers, gateway, onChange }: GatewayChoiceProps) {
  const name = useId();
  const { data, error, isFetching, refetch } = providers;
  if (error) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={error} retry={refetch} retrying={isFetching} />
      </div>
    );
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Gateway</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2.5">
        {gateways.map((value) => (
          <ChoiceCard
            key={value}
            name={name}
            checked={gateway === value}
            onChoose={() => onChange(value)}
          >
            <span className="block font-medium">{gatewayTitles[value]}</span>
            <ChoiceHint>
              {data ? providerTitle(data(value).name) : <Skeleton className="h-3 w-16" />}
            </ChoiceHint>
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  );
}

type SealingChoiceProps = { sealedAt: SealedAt; onChange: (sealedAt: SealedAt) => void };

/** Where the receipt is sealed: it never leaves this till, or the service seals what it receives. */
export function SealingChoice({ sealedAt, onChange }: SealingChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Who seals the receipt?</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2.5">
        {sealedAts.map((value) => (
          <ChoiceCard
            key={value}
            name={name}
            checked={sealedAt === value}
            onChoose={() => onChange(value)}
          >
            <span className="block font-medium">{sealings[value].title}</span>
            <ChoiceHint>{sealings[value].hint}</ChoiceHint>
          </ChoiceCard>
        ))}
      </div>
      <div className="mt-2">
        <Callout tone={sealings[sealedAt].tone}>{sealings[sealedAt].effect}</Callout>
      </div>
    </fieldset>
  );
}

type Sealing = { title: string; hint: string; tone: "good" | "warning"; effect: string };

const sealings: Record<SealedAt, Sealing> = {
  till: {
    title: "This till",
    hint: "The service gets ciphertext",
    tone: "good",
    effect:
      "The receipt never leaves this page in the clear: it is sealed here, to a key that the service names.",
  },
  service: {
    title: "The service",
    hint: "The service reads the receipt",
    tone: "warning",
    effect:
      "The receipt leaves this page in the clear: the service reads it, and seals it before it stores it.",
  },
};

type OutcomeChoiceProps = {
  outcomes: readonly TestOutcome[];
  outcome: TestOutcome;
  onChange: (outcome: TestOutcome) => void;
};

/** What the gateway is asked to answer, by its test values. */
export function OutcomeChoice({ outcomes, outcome, onChange }: OutcomeChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">The gateway will</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2.5 md:grid-cols-5">
        {outcomes.map((value) => {
          const { title, hint, icon: Icon } = looks[value];
          return (
            <ChoiceCard
              key={value}
              name={name}
              checked={outcome === value}
              onChoose={() => onChange(value)}
            >
              <Icon aria-hidden="true" className="mb-2 size-5" strokeWidth={1.5} />
              <span className="block font-medium">{title}</span>
              <ChoiceHint>{hint}</ChoiceHint>
            </ChoiceCard>
          );
        })}
      </div>
    </fieldset>
  );
}

const looks: Record<TestOutcome, { title: string; hint: string; icon: LucideIcon }> = {
  approve: { title: "Approve", hint: "The usual case", icon: CircleCheck },
  decline: { title: "Decline", hint: "402; the customer can try another card", icon: CircleX },
  confirm: { title: "Ask to confirm", hint: "Paid once confirmed", icon: UserRoundCheck },
  timeout: { title: "Time out", hint: "Charged, but the response is lost", icon: Hourglass },
  error: { title: "Fail", hint: "503 every time", icon: CloudOff },
};
