import {
  Ban,
  Check,
  CloudOff,
  type LucideIcon,
  Nfc,
  Smartphone,
  Undo2,
  UserRoundCheck,
  X,
} from "lucide-react";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import type { PaymentAnswer } from "#lib/terminal/payment-answer.ts";
import type { TillCard } from "#lib/terminal/payment-body.ts";
import { ShopMoney } from "./shop-money.tsx";
import type { PaymentProgress, TillSale } from "./use-till-payment.ts";

type ReaderProps = {
  order: TillSale;
  progress: PaymentProgress;
  /** The payment as it is by now. */
  known: PaymentState | undefined;
};

/** The reader on the counter, with the card coming to it. */
export function Reader({ order, progress, known }: ReaderProps) {
  const { shop, total, card } = order;
  const { word, icon: Icon, tone } = lookOf(progress, known);
  const busy = progress.state === "asking" || progress.state === "waiting";
  return (
    <div className="@container relative isolate grid min-h-88 grid-cols-1 place-items-center overflow-hidden border border-line bg-copy px-[4%] py-8">
      <div className="relative max-w-full">
        {busy ? (
          <span aria-hidden="true" className="absolute inset-0 -z-10 grid place-items-center">
            <span className={ring} />
            <span className={`${ring} [animation-delay:350ms]`} />
            <span className={`${ring} [animation-delay:700ms]`} />
          </span>
        ) : null}
        <div className="w-64 max-w-full rounded-[1.75rem] bg-ink p-[12px] shadow-2xl">
          <div
            role="status"
            className={`grid min-h-52 place-items-center rounded-[1.1rem] px-2 py-5 text-center transition-colors ${tone}`}
          >
            <div>
              <p className="text-3xl font-semibold tracking-[-0.03em]">
                <ShopMoney shop={shop} amount={total} />
              </p>
              <p className="mt-1 text-lg font-medium">{word}</p>
              <Icon
                aria-hidden="true"
                className="mx-auto mt-4 size-12 motion-safe:animate-fade-in"
                strokeWidth={1.5}
              />
            </div>
          </div>
          <p
            aria-hidden="true"
            className="pt-2.5 pb-1 text-center font-mono text-2xs tracking-[0.2em] text-paper/70"
          >
            SEALSLIP
          </p>
        </div>
        {busy && card ? <Coming card={card} /> : null}
      </div>
    </div>
  );
}

/** The card, or the phone that pays in its place. */
function Coming({ card }: { card: TillCard }) {
  const { brand, last4 } = card.kind === "phone_number" ? { brand: "Card", last4: "" } : card;
  const shape =
    card.kind === "device" ? "aspect-[0.52] w-28 rounded-3xl" : "aspect-[1.586] w-46 rounded-xl";
  const Icon = card.kind === "device" ? Smartphone : Nfc;
  return (
    <div
      aria-hidden="true"
      className={`absolute top-[66%] left-[60%] flex max-w-3/4 flex-col justify-between border border-on-pine/20 bg-pine p-4 text-on-pine shadow-xl motion-safe:animate-tap @max-md:right-0 @max-md:left-auto ${shape}`}
    >
      <span className="flex items-start justify-between gap-2 text-sm font-medium">
        {brand}
        <Icon className="size-5 shrink-0" strokeWidth={1.5} />
      </span>
      {last4 ? (
        <span data-stored="receipt.card" className="font-mono text-sm tracking-widest">
          •••• {last4}
        </span>
      ) : null}
    </div>
  );
}

const ring =
  "col-start-1 row-start-1 size-72 rounded-full border-2 border-pine opacity-0 motion-safe:animate-ripple";

type Look = { word: string; icon: LucideIcon; tone: string };

function lookOf(progress: PaymentProgress, known: PaymentState | undefined): Look {
  if (progress.state === "left") return known ? lookOfPayment(known) : lookingUp;
  if (progress.state === "broken") return looks.undecided;
  if (progress.state === "answered") {
    return known ? lookOfPayment(known) : looks[progress.answer.state];
  }
  if (progress.state === "asking") return { word: "Authorizing", icon: Nfc, tone: plain };
  return {
    word: `Retrying in ${Math.round(progress.milliseconds / 1000)} s`,
    icon: CloudOff,
    tone: plain,
  };
}

function lookOfPayment({ status, refundedAmount, veroMetadata }: PaymentState): Look {
  switch (status) {
    case "pending":
      return looks.undecided;
    case "requires_confirmation":
      return looks.requires_confirmation;
    case "succeeded":
      return refundedAmount < veroMetadata.amount
        ? looks.paid
        : { word: "Refunded", icon: Undo2, tone: plain };
    case "failed":
      return looks.declined;
    case "canceled":
      return { word: "Canceled", icon: Ban, tone: plain };
  }
}

const plain = "bg-paper text-ink";

const lookingUp: Look = { word: "Looking it up", icon: CloudOff, tone: plain };

const looks: Record<PaymentAnswer["state"], Look> = {
  paid: { word: "Approved", icon: Check, tone: "bg-pine text-on-pine" },
  requires_confirmation: { word: "To be confirmed", icon: UserRoundCheck, tone: plain },
  declined: { word: "Declined", icon: X, tone: "bg-alarm text-on-alarm" },
  undecided: { word: "No answer", icon: CloudOff, tone: plain },
  refused: { word: "Not accepted", icon: Ban, tone: "bg-alarm text-on-alarm" },
  not_begun: { word: "Not sent", icon: CloudOff, tone: plain },
};
