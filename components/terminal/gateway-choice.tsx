"use client";

import { useId } from "react";
import { providerLabel } from "#components/gateways/provider-forms.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type GatewayName, gateways } from "#lib/contract/gateway-name.ts";
import { ChoiceCard, ChoiceHint } from "./choice-card.tsx";
import type { Providers } from "./use-providers.ts";

type GatewayChoiceProps = {
  providers: Providers;
  gateway: GatewayName;
  onChange: (gateway: GatewayName) => void;
};

/** Through which of the two gateways the payment goes. */
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
      <div className="grid grid-cols-2 gap-2.5">
        {gateways.map((value) => (
          <ChoiceCard
            key={value}
            name={name}
            checked={gateway === value}
            onChoose={() => onChange(value)}
          >
            <span className="block font-medium">{titles[value]}</span>
            <ChoiceHint>
              {data ? providerLabel(data[value].name) : <Skeleton className="h-3 w-16" />}
            </ChoiceHint>
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  );
}

const titles: Record<GatewayName, string> = {
  gateway_one: "Gateway one",
  gateway_two: "Gateway two",
};
