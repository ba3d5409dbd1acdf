import { Check, ChevronLeft, ChevronRight, type LucideIcon, Nfc, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Reader } from "#components/terminal/reader.tsx";
import { ShopMoney } from "#components/terminal/shop-money.tsx";
import { Button } from "#components/ui/button.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { beats, describeBeat, findBeat } from "./presenter-beats.ts";
import { BasketPaper, HiddenPaper, OpenedPaper, Pair, Side } from "./presenter-stage.tsx";
import { TillOutcome } from "./till-part.tsx";
import { usePresenterKeys } from "./use-presenter-keys.ts";
import type { Restart } from "./use-restart.ts";
import type { OwnPayment } from "./use-visit.ts";
import type { VisitTill } from "./use-visit-payment.ts";
import { findPurchase, counterShop as shop } from "./visit-counter.ts";
import type { VisitStep } from "./visit-step.ts";

type PresenterProps = {
  step: VisitStep;
  till: VisitTill;
  payment: OwnPayment | undefined;
  receipt: OpenedReceipt | undefined;
  restart: Restart;
  /** What the wallet asks for next. */
  wallet: ReactNode;
  onLeave: () => void;
};

/** The visit in three beats, for an audience: the same till, service, and wallet, and nothing else on the screen. */
export function Presenter({
  step,
  till,
  payment,
  receipt,
  restart,
  wallet,
  onLeave,
}: PresenterProps) {
  const stage = useRef<HTMLDivElement>(null);
  const reached = findBeat(step);
  const [shown, setShown] = useState(reached);
  const [before, setBefore] = useState(reached);
  // What happens next is looked at when it happens.
  if (before !== reached) {
    setBefore(reached);
    setShown(reached);
  }
  const beat = Math.min(shown, reached);
  const [title, text] = describeBeat(beat, step);
  const goOn = () => (beat < reached ? setShown(beat + 1) : actOn(stage.current));
  const goBack = () => setShown(Math.max(0, beat - 1));
  usePresenterKeys({ onNext: goOn, onBack: goBack, onLeave });
  const heading = useHeadingFocus(`${beat} ${step}`);
  const totals = payment ? findPurchase(payment.amount) : till.totals;
  return (
    <section
      id={PRESENTER}
      aria-label="Presentation"
      className="fixed inset-0 z-40 flex flex-col gap-[min(2vh,2rem)] overflow-y-auto bg-paper px-[5vw] py-[min(4vh,3rem)] text-[clamp(1.5rem,1.9vw,2.25rem)] leading-snug"
    >
      <div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-[2em] leading-tight font-medium tracking-[-0.03em] text-balance outline-none"
        >
          {title}
        </h1>
        <p className="mt-2 text-muted text-pretty">{text}</p>
      </div>
      <div ref={stage} className={`flex grow items-center justify-center ${lowForms}`}>
        <Pair key={beat}>
          {beat === 0 ? (
            <>
              <Side name="The till">{totals ? <BasketPaper totals={totals} /> : null}</Side>
              <Side name="The reader">
                <Counter {...{ step, till, payment, restart }} />
              </Side>
            </>
          ) : null}
          {beat === 1 && payment ? (
            <>
              <Side name="The wallet">{wallet}</Side>
              <Side name="The service">
                <HiddenPaper payment={payment} totals={totals} />
              </Side>
            </>
          ) : null}
          {beat === 2 && receipt ? (
            <>
              <Side name="The wallet">
                <OpenedPaper receipt={receipt} reader="cardholder" />
              </Side>
              <Side name="The service">
                <OpenedPaper receipt={receipt} reader="service" />
              </Side>
            </>
          ) : null}
        </Pair>
      </div>
      <Progress beat={beat} onBack={goBack} onNext={goOn} onLeave={onLeave} />
    </section>
  );
}

/** On a low screen, what is reserved below a field for its errors gives way to the bar below. */
const lowForms = "not-tall:[&_form]:space-y-0 not-tall:[&_form_button]:py-2!";

/** The counter: the card that is about to be tapped, then what the reader says. */
type CounterProps = Pick<PresenterProps, "step" | "till" | "payment" | "restart">;

function Counter({ step, till, payment, restart }: CounterProps) {
  if (payment && step !== "pay") {
    return (
      <p className="flex items-center gap-3 bg-pine px-6 py-5 text-on-pine">
        <Check aria-hidden="true" className="size-8 shrink-0" />
        Approved
      </p>
    );
  }
  if (till.payment) {
    return (
      <div className="space-y-3 tall:[zoom:1.33]">
        <Reader order={till.payment.order} progress={till.payment.progress} known={undefined} />
        <TillOutcome till={till} restart={restart} />
      </div>
    );
  }
  return (
    <Button icon={Nfc} onClick={till.tap} className="min-h-20! w-full text-3xl! [&_svg]:size-8">
      <span>
        Tap to pay <ShopMoney shop={shop} amount={till.totals.total} />
      </span>
    </Button>
  );
}

type ProgressProps = { beat: number; onBack: () => void; onNext: () => void; onLeave: () => void };

function Progress({ beat, onBack, onNext, onLeave }: ProgressProps) {
  return (
    <footer className="sticky -bottom-[min(4vh,3rem)] flex items-center justify-between gap-6 bg-paper">
      <ol aria-label="Beats" className="flex gap-x-8">
        {beats.map((name, at) => (
          <li
            key={name}
            aria-current={at === beat ? "step" : undefined}
            className={`border-b-3 pb-1 ${at === beat ? "border-pine font-medium" : "border-transparent text-muted"}`}
          >
            {at + 1} {name}
          </li>
        ))}
      </ol>
      <p className="flex gap-2">
        <Control icon={ChevronLeft} label="Back" keys="ArrowLeft PageUp" onClick={onBack} />
        <Control icon={ChevronRight} label="Next" keys="ArrowRight PageDown" onClick={onNext} />
        <Control icon={X} label="Leave the presentation" keys="Escape" onClick={onLeave} />
      </p>
    </footer>
  );
}

type ControlProps = { icon: LucideIcon; label: string; keys: string; onClick: () => void };

function Control({ icon: Icon, label, keys, onClick }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys}
      onClick={onClick}
      className="grid size-11 cursor-pointer place-items-center text-muted hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  );
}

/** The audience, and whoever listens, is at the heading when the scene changes. */
function useHeadingFocus(scene: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === scene) return;
    shown.current = scene;
    heading.current?.focus({ preventScroll: true });
  }, [scene]);
  return heading;
}

/** The page around it hides what would be behind it. */
const PRESENTER = "presenter";

/** Does what the stage waits for: goes to the field that is empty, or presses the button. */
function actOn(stage: HTMLElement | null): void {
  const fields = [...(stage?.querySelectorAll("input") ?? [])];
  const empty = fields.find(({ value }) => value === "");
  const button =
    stage?.querySelector<HTMLElement>("button[type=submit]") ?? stage?.querySelector("button");
  if (empty) empty.focus();
  else button?.click();
}
