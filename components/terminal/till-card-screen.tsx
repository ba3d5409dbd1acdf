"use client";

import { ArrowLeft, Nfc, Smartphone } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import type { SealedAt } from "#lib/terminal/payment-answer.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { readPart } from "#lib/terminal/split-tender.ts";
import { BasketSlip } from "./basket-slip.tsx";
import { CardPicker } from "./card-picker.tsx";
import { PaidParts } from "./paid-parts.tsx";
import { GatewayChoice, OutcomeChoice, SealingChoice } from "./payment-choices.tsx";
import { SettleFirst } from "./settle-first.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { SplitChoice } from "./split-choice.tsx";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import type { CardChoice } from "./use-card.ts";
import { useProviders } from "./use-providers.ts";
import type { Till } from "./use-till.ts";

type TillCardScreenProps = {
  till: Till;
  /** Another payment of the sale that is not settled. */
  undecided: KeptPayment | undefined;
  onSettleFirst: (payment: KeptPayment) => void;
  onGivenBack: () => void;
  card: CardChoice;
  gateway: GatewayName;
  onGateway: (gateway: GatewayName) => void;
  sealedAt: SealedAt;
  onSealedAt: (sealedAt: SealedAt) => void;
  outcome: TestOutcome;
  onOutcome: (outcome: TestOutcome) => void;
  /** `part`: what this card pays, if it is not all that is left. */
  onTap: (provider: string, outcome: TestOutcome, part: number | undefined) => void;
};

/** The customer's card, and the outcome to demonstrate. */
export function TillCardScreen({
  till,
  undecided,
  onSettleFirst,
  onGivenBack,
  card,
  gateway,
  onGateway,
  sealedAt,
  onSealedAt,
  outcome,
  onOutcome,
  onTap,
}: TillCardScreenProps) {
  const { shop, totals, parts, left, act } = till;
  const heading = useHeadingFocus();
  const { environment } = useEnvironment();
  const [typedPart, setTypedPart] = useState<string>();
  const read =
    typedPart === undefined ? undefined : readPart(typedPart, { left, currency: shop.currency });
  const part = read && "amount" in read ? read.amount : undefined;
  const mayPay = useMay("developer");
  const providers = useProviders();
  const provider = providers.data?.(gateway);
  // Not every provider's test account knows every outcome.
  const chosen =
    provider === undefined ? outcome : provider.outcomes.find((one) => one === outcome);
  const began = parts[0]?.environment;
  const obstacle = describeObstacle({
    mayPay,
    hasCard: card.picked !== undefined,
    isUnreadable: read !== undefined && part === undefined,
    elsewhere: began === environment ? undefined : began,
  });
  return (
    <TillColumns
      slip={<BasketSlip shop={shop} totals={totals} />}
      action={
        undecided ? (
          <SettleFirst payment={undecided} onOpen={onSettleFirst} />
        ) : left > 0 ? (
          <TapButton
            shop={shop}
            amount={part ?? left}
            isPhone={card.picked?.kind === "device"}
            obstacle={obstacle}
            onTap={provider && (() => onTap(provider.name, chosen ?? "approve", part))}
          />
        ) : (
          <Button className={bigButton} onClick={() => act({ kind: "new_sale" })}>
            New sale
          </Button>
        )
      }
    >
      <header>
        {parts.length === 0 ? (
          <button
            type="button"
            onClick={() => act({ kind: "back" })}
            className="-mt-2 inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to the sale
          </button>
        ) : null}
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-3xl font-medium tracking-[-0.03em] outline-none"
        >
          {describeStep(till)}
        </h1>
      </header>
      {parts.length > 0 ? (
        <PaidParts shop={shop} parts={parts} left={left} onGivenBack={onGivenBack} />
      ) : null}
      <SplitChoice shop={shop} left={left} typed={typedPart} onType={setTypedPart} />
      <SealingChoice sealedAt={sealedAt} onChange={onSealedAt} />
      <CardPicker card={card} sealedAt={sealedAt} />
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

type TapButtonProps = {
  shop: Shop;
  amount: number;
  isPhone: boolean;
  obstacle: string | undefined;
  /** Undefined before it is known which provider takes it. */
  onTap: (() => void) | undefined;
};

function TapButton({ shop, amount, isPhone, obstacle, onTap }: TapButtonProps) {
  return (
    <>
      <Button
        icon={isPhone ? Smartphone : Nfc}
        className={bigButton}
        disabled={obstacle !== undefined || onTap === undefined}
        aria-describedby={obstacle ? "tap-obstacle" : undefined}
        onClick={onTap}
      >
        <span>
          {isPhone ? "Tap phone" : "Tap card"}, <ShopMoney shop={shop} amount={amount} />
        </span>
      </Button>
      {obstacle ? (
        <p id="tap-obstacle" className="mt-2 text-center text-sm text-muted text-balance">
          {obstacle}
        </p>
      ) : null}
    </>
  );
}

function describeStep({ left, parts }: Pick<Till, "left" | "parts">): string {
  if (left <= 0) return "This sale is paid";
  return parts.length === 0 ? "Which card pays?" : "Which card pays the rest?";
}

type Circumstances = {
  mayPay: boolean;
  hasCard: boolean;
  /** Whether what this card pays is no amount. */
  isUnreadable: boolean;
  /** The environment in which another card has paid its part. */
  elsewhere: Environment | undefined;
};

function describeObstacle({ mayPay, hasCard, isUnreadable, elsewhere }: Circumstances) {
  if (!mayPay) return "Your role is view-only: a developer or an owner takes payments.";
  if (elsewhere) return `The first card paid in ${elsewhere}: switch back to it for the rest.`;
  if (isUnreadable) return "Correct the amount on this card first.";
  return hasCard ? undefined : "Pick a card, or type its number.";
}
