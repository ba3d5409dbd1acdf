import { Check, CreditCard, Nfc, Store } from "lucide-react";
import { BasketSlip } from "#components/terminal/basket-slip.tsx";
import { PrintedClaimCode } from "#components/terminal/claim-code.tsx";
import { Reader } from "#components/terminal/reader.tsx";
import { ShopMoney } from "#components/terminal/shop-money.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { useWideScreen } from "#components/ui/use-wide-screen.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import type { PaymentAnswer } from "#lib/terminal/payment-answer.ts";
import { PartTitle } from "./part-title.tsx";
import type { Restart } from "./use-restart.ts";
import type { OwnPayment } from "./use-visit.ts";
import type { VisitTill } from "./use-visit-payment.ts";
import type { OwnCard } from "./visit-card.ts";
import { findPurchase, counterShop as shop } from "./visit-counter.ts";
import type { OtherCard } from "./visit-record.ts";
import type { VisitStep } from "./visit-step.ts";

type TillPartProps = {
  card: OwnCard;
  till: VisitTill;
  step: VisitStep;
  payment: OwnPayment | undefined;
  /** The card that paid, where it was not the visit's own. */
  other: OtherCard | undefined;
  /** Whether the wallet has a key, to which the receipt of another card can go. */
  canPayOther: boolean;
  isOver: boolean;
  restart: Restart;
};

/** The counter of the café: what is bought, the card, and the reader. */
export function TillPart({
  card,
  till,
  step,
  payment,
  other,
  canPayOther,
  isOver,
  restart,
}: TillPartProps) {
  const isPaid = step !== "pay" && payment !== undefined;
  const totals = isPaid ? findPurchase(payment.amount) : till.totals;
  const hasCounter = useWideScreen() ? !isOver : !isPaid;
  return (
    <section
      aria-labelledby="till-part"
      data-escrowed={payment?.receiptStatus === "escrowed" || undefined}
      className="space-y-5"
    >
      <div className={isPaid ? "max-lg:sr-only" : ""}>
        <PartTitle id="till-part" icon={Store} title="The till" isNext={step === "pay"}>
          <span data-stored="receipt.shop">
            {shop.merchantName}, {shop.merchantCity}
          </span>
        </PartTitle>
      </div>
      {hasCounter && till.payment ? (
        <>
          <Reader order={till.payment.order} progress={till.payment.progress} known={undefined} />
          <TillOutcome till={till} restart={restart} />
        </>
      ) : null}
      {hasCounter && !till.payment && totals ? <BasketSlip shop={shop} totals={totals} /> : null}
      {isPaid && !(hasCounter && till.payment) ? (
        <Paid payment={payment} card={other ?? card} />
      ) : null}
      {step === "claim" && other?.claimCode ? (
        <Slip>
          <PrintedClaimCode code={other.claimCode} />
        </Slip>
      ) : null}
      {!till.payment && !isPaid ? (
        <>
          <TestCard card={card} />
          <Button icon={Nfc} className="min-h-14! w-full text-lg!" onClick={till.tap}>
            <span>
              Tap to pay <ShopMoney shop={shop} amount={till.totals.total} />
            </span>
          </Button>
          {canPayOther ? (
            <div>
              <Button
                look="secondary"
                icon={CreditCard}
                className="min-h-12! w-full"
                onClick={till.tapOther}
              >
                Pay with a card that no wallet has
              </Button>
              <p className="mt-2 text-xs text-muted text-pretty">
                A card is made for this one payment. The till then shows a code for the receipt.
              </p>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

/** What the reader said, once it is out of sight. */
type PaidProps = { payment: OwnPayment; card: Pick<OwnCard, "last4"> };

function Paid({ payment, card: { last4 } }: PaidProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 bg-pine px-4 py-3 text-on-pine">
      <Check aria-hidden="true" className="size-5 shrink-0" />
      <span className="font-medium">
        Approved: <ShopMoney shop={shop} amount={payment.amount} />
      </span>
      <span className="ml-auto text-sm">
        card •••• <span data-stored="receipt.card">{last4}</span>
      </span>
    </p>
  );
}

/** Shows only the end of the number; all of it can be copied, since it is no real card. */
function TestCard({ card: { last4, number } }: { card: OwnCard }) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-pine py-2 pr-2 pl-4 text-on-pine">
        <p className="min-w-0 font-mono text-sm tracking-widest">
          <span className="sr-only">Test card that ends in </span>
          <span aria-hidden="true">•••• •••• •••• </span>
          <span data-stored="cardholder.card_index">{last4}</span>
        </p>
        {number ? (
          <span className="[&_button]:text-on-pine [&_svg]:text-on-pine">
            <CopyButton text={number} label="card number" />
          </span>
        ) : null}
      </div>
      <p className="mt-2 text-xs text-muted text-pretty">
        Your test card: made in this browser, for this visit alone. Its number stays here: the
        service gets its hash.
      </p>
    </div>
  );
}

type TillOutcomeProps = { till: VisitTill; restart: Restart };

/** What the person at the till has to do, where the card was not simply approved. */
export function TillOutcome({ till: { payment, retry }, restart }: TillOutcomeProps) {
  if (!payment) return null;
  const { progress, again } = payment;
  if (progress.state === "waiting") {
    return <Callout title="No answer yet">The till sends the same payment once more.</Callout>;
  }
  if (progress.state === "broken") {
    return (
      <Callout tone="warning" title="The payment was interrupted">
        <p>{describeError(progress.error)}</p>
        <TillButton onClick={again}>Try again</TillButton>
      </Callout>
    );
  }
  if (progress.state !== "answered") return null;
  if ("payment" in progress.answer) {
    return (
      <p className="text-sm text-muted text-pretty">
        The receipt was sealed on this page, to a key from the first call. The payment and the
        envelope went to the service in the second.
        <code data-stored="payment.id" className="mt-1 block truncate font-mono text-2xs">
          {progress.answer.payment.paymentId}
        </code>
      </p>
    );
  }
  return <Refusal answer={progress.answer} {...{ again, retry, restart }} />;
}

type RefusalProps = {
  answer: Extract<PaymentAnswer, { error: Error }>;
  again: () => void;
  retry: () => void;
  restart: Restart;
};

function Refusal({ answer: { state, error }, again, retry, restart }: RefusalProps) {
  if (state === "declined") {
    return (
      <Callout tone="warning" title="The gateway declined the card">
        <p>Nothing was charged. Tap again; it is still the same sale.</p>
        <TillButton onClick={retry}>Back to the till</TillButton>
      </Callout>
    );
  }
  if (state === "not_begun") {
    return (
      <Callout tone="warning" title="No payment was sent, and nothing was charged">
        <p>The receipt was not sealed. {describeError(error)}</p>
        <TillButton onClick={again}>Try again</TillButton>
      </Callout>
    );
  }
  if (state === "undecided") {
    return (
      <Callout tone="warning" title="No answer yet">
        <p>Trying again is safe: the same payment is never charged twice.</p>
        <TillButton onClick={again}>Try again</TillButton>
      </Callout>
    );
  }
  return (
    <Callout tone="alarm" title="The service refused the payment">
      <p>{describeError(error)}</p>
      <TillButton onClick={() => restart.mutate()}>Start again</TillButton>
    </Callout>
  );
}

function TillButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <p className="pt-2">
      <Button look="secondary" onClick={onClick}>
        {children}
      </Button>
    </p>
  );
}
