"use client";

import { ArrowLeft, Nfc } from "lucide-react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import { BasketSlip } from "./basket-slip.tsx";
import { CardPicker } from "./card-picker.tsx";
import { GatewayChoice, OutcomeChoice } from "./payment-choices.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import type { CardChoice } from "./use-card.ts";
import { useProviders } from "./use-providers.ts";
import type { Till } from "./use-till.ts";

type TillCardScreenProps = {
  till: Till;
  card: CardChoice;
  gateway: GatewayName;
  onGateway: (gateway: GatewayName) => void;
  outcome: TestOutcome;
  onOutcome: (outcome: TestOutcome) => void;
  onTap: (provider: string, outcome: TestOutcome) => void;
};

/** The customer's card, and the outcome to demonstrate. */
export function TillCardScreen({
  till: { shop, totals, act },
  card,
  gateway,
  onGateway,
  outcome,
  onOutcome,
  onTap,
}: TillCardScreenProps) {
  const heading = useHeadingFocus();
  const mayPay = useMay("developer");
  const providers = useProviders();
  const provider = providers.data?.(gateway);
  // Not every provider's test account knows every outcome.
  const chosen =
    provider === undefined ? outcome : provider.outcomes.find((one) => one === outcome);
  const obstacle = describeObstacle({ mayPay, hasCard: card.picked !== undefined });
  return (
    <TillColumns
      slip={<BasketSlip shop={shop} totals={totals} />}
      action={
        <>
          <Button
            icon={Nfc}
            className={bigButton}
            disabled={obstacle !== undefined || provider === undefined}
            aria-describedby={obstacle ? "tap-obstacle" : undefined}
            onClick={() => provider && onTap(provider.name, chosen ?? "approve")}
          >
            <span>
              Tap card, <ShopMoney shop={shop} amount={totals.total} />
            </span>
          </Button>
          {obstacle ? (
            <p id="tap-obstacle" className="mt-2 text-center text-sm text-muted text-balance">
              {obstacle}
            </p>
          ) : null}
        </>
      }
    >
      <header>
        <button
          type="button"
          onClick={() => act({ kind: "back" })}
          className="-mt-2 inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to the sale
        </button>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-3xl font-medium tracking-[-0.03em] outline-none"
        >
          Which card pays?
        </h1>
      </header>
      <CardPicker card={card} />
      <GatewayChoice providers={providers} gateway={gateway} onChange={onGateway} />
      {provider ? (
        <OutcomeChoice
          outcomes={provider.outcomes}
          outcome={chosen ?? "approve"}
          onChange={onOutcome}
        />
      ) : null}
    </TillColumns>
  );
}

function describeObstacle({ mayPay, hasCard }: { mayPay: boolean; hasCard: boolean }) {
  if (!mayPay) return "Your role is view-only: a developer or an owner takes payments.";
  return hasCard ? undefined : "Pick a card, or type its number.";
}
