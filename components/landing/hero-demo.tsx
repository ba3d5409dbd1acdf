import { ArrowRight, Lock, LockKeyholeOpen, Nfc, RotateCcw } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { EnvelopeSlip, type EnvelopeSlipProps } from "#components/receipts/envelope-slip.tsx";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import { formatMoney } from "#lib/core/money.ts";

type HeroDemoProps = {
  example: EnvelopeSlipProps;
  /** The demo on the real service; absent if it has none. */
  realDemo: string | undefined;
};

/**
 * One receipt from the tap to the phone, and beside it the service's copy. Its three stages are radio buttons
 * and CSS, so that the page has no script.
 */
export function HeroDemo({ example, realDemo }: HeroDemoProps) {
  const { receipt } = example;
  const price = formatMoney(receipt, "en-US");
  return (
    <fieldset className="group min-w-0">
      <legend className="sr-only">The stages of a receipt</legend>
      <div className="mb-5 flex flex-wrap gap-x-6 border-b border-line text-sm">
        <Stage id="stage-tap" name="1 Tap" />
        <Stage id="stage-sealed" name="2 Sealed" defaultChecked />
        <Stage id="stage-opened" name="3 Opened" />
      </div>
      <div className="relative grid gap-6 sm:grid-cols-2 sm:gap-x-16">
        <Side caption="With the cardholder" captionOnTap="At the till">
          <Shown on="tap">
            <Till shop={receipt.merchantName} price={price} />
          </Shown>
          <Shown on="sealed">
            <SealedSlip />
          </Shown>
          <Shown on="opened">
            <Slip>
              <ReceiptSlip receipt={receipt} />
            </Slip>
          </Shown>
        </Side>
        <WaxSeal className="absolute top-1/2 left-1/2 z-10 hidden size-16 -translate-x-1/2 -translate-y-1/2 drop-shadow-md motion-safe:animate-press sm:group-has-[#stage-opened:checked]:block" />
        <Side
          caption="In the service’s database"
          // A phone has no room for empty parts.
          className="max-sm:group-has-[#stage-tap:checked]:hidden"
        >
          <Shown on="tap">
            <Slip paper="copy">
              <p className="grid h-full place-items-center text-sm text-muted">Nothing yet</p>
            </Slip>
          </Shown>
          <Shown on="sealed opened">
            <Slip paper="copy">
              <EnvelopeSlip {...example} />
            </Slip>
          </Shown>
        </Side>
      </div>
      <div className="mt-5 grid min-h-11 items-center text-sm">
        <Shown on="tap">
          <p className="text-muted">The card’s number stays at the till, which sends its hash.</p>
        </Shown>
        <Shown on="sealed">
          <p className="text-muted text-pretty">
            Sealed at the till to the key of a registered card, so the service cannot read it.
            Otherwise it waits in escrow, which the service can open until the card is added.
          </p>
        </Shown>
        <Shown on="opened">
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {realDemo ? (
              <Link
                href={realDemo}
                className="inline-flex min-h-11 items-center gap-2 bg-pine px-4 font-medium text-on-pine hover:bg-pine-deep"
              >
                Now do it for real
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
            ) : null}
            <label
              htmlFor="stage-tap"
              className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
            >
              <RotateCcw aria-hidden="true" className="size-4" />
              Once more
            </label>
          </p>
        </Shown>
      </div>
    </fieldset>
  );
}

type StageProps = { id: string; name: string; defaultChecked?: boolean };

function Stage({ id, name, defaultChecked = false }: StageProps) {
  return (
    <label
      htmlFor={id}
      className="-mb-px cursor-pointer border-b-2 border-transparent py-2.5 text-muted has-[:checked]:border-pine has-[:checked]:font-medium has-[:checked]:text-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-pine"
    >
      <input
        id={id}
        type="radio"
        name="stage"
        defaultChecked={defaultChecked}
        className="sr-only"
      />
      {name}
    </label>
  );
}

type SideProps = {
  caption: string;
  /** Before the payment, if the place differs then. */
  captionOnTap?: string;
  className?: string;
  children: ReactNode;
};

function Side({ caption, captionOnTap = caption, className = "", children }: SideProps) {
  return (
    <figure className={`flex min-w-0 flex-col ${className}`}>
      <figcaption className="mb-3 flex min-h-5 justify-between gap-3 text-sm">
        <span className="text-muted group-has-[#stage-tap:checked]:hidden">{caption}</span>
        <span className="hidden text-muted group-has-[#stage-tap:checked]:inline">
          {captionOnTap}
        </span>
        <span className="hidden group-has-[#stage-sealed:checked]:inline">
          <ReceiptStatusMark status="sealed" />
        </span>
        <span className="hidden group-has-[#stage-opened:checked]:inline">
          <ReceiptStatusMark status={caption.startsWith("With") ? "opened" : "sealed"} />
        </span>
      </figcaption>
      <div className="grid grow">{children}</div>
    </figure>
  );
}

const stages = {
  tap: "group-has-[#stage-tap:checked]:visible",
  sealed: "group-has-[#stage-sealed:checked]:visible",
  opened: "group-has-[#stage-opened:checked]:visible",
  "sealed opened":
    "group-has-[#stage-sealed:checked]:visible group-has-[#stage-opened:checked]:visible",
} as const;

/** All stages share one cell, so that nothing on the page moves when one replaces another. */
function Shown({ on, children }: { on: keyof typeof stages; children: ReactNode }) {
  return (
    <div className={`invisible col-start-1 row-start-1 min-w-0 ${stages[on]}`}>{children}</div>
  );
}

/** The reader on the counter; pressing it is the tap of the card. */
function Till({ shop, price }: { shop: string; price: string }) {
  return (
    <label
      htmlFor="stage-sealed"
      className="group/till relative grid h-full min-h-88 grid-cols-1 cursor-pointer place-items-center overflow-hidden border border-line bg-copy px-[4%] py-8"
    >
      <span className="block w-56 max-w-full rounded-[1.75rem] bg-ink p-[12px] shadow-2xl">
        <span className="grid min-h-52 place-items-center rounded-[1.1rem] bg-paper px-2 py-5 text-center text-ink">
          <span>
            <span className="block text-sm text-muted">{shop}</span>
            <span className="mt-1 block text-3xl font-semibold tracking-[-0.03em]">{price}</span>
            <Nfc aria-hidden="true" className="mx-auto mt-5 size-10" strokeWidth={1.5} />
            <span className="mt-1 block text-lg font-medium">Tap to pay</span>
          </span>
        </span>
        <span className="block pt-2.5 pb-1 text-center font-mono text-2xs tracking-[0.2em] text-paper/70">
          SEALSLIP
        </span>
      </span>
      <span
        aria-hidden="true"
        className="absolute right-4 bottom-4 flex aspect-[1.586] w-40 max-w-3/5 flex-col justify-between rounded-xl border border-on-pine/20 bg-pine p-3.5 text-on-pine shadow-xl transition-transform duration-300 motion-safe:group-hover/till:-translate-x-6 motion-safe:group-hover/till:-translate-y-10"
      >
        <span className="flex items-start justify-between text-sm font-medium">
          Visa
          <Nfc className="size-5" strokeWidth={1.5} />
        </span>
        <span className="font-mono text-sm tracking-widest">•••• 4242</span>
      </span>
    </label>
  );
}

/** The receipt as it arrives on the phone; pressed and held, its seal breaks. */
function SealedSlip() {
  return (
    <Slip>
      <label
        htmlFor="stage-opened"
        className="group/seal flex h-full cursor-pointer flex-col items-center justify-center gap-5 text-center"
      >
        <WaxSeal className="size-36 drop-shadow-md transition-transform duration-500 motion-safe:animate-press motion-safe:group-active/seal:scale-90" />
        <span>
          <span className="flex items-center justify-center gap-2 font-medium">
            <Lock aria-hidden="true" className="size-4" />A receipt for you
          </span>
          <span className="mt-1 block text-sm text-muted">What you bought is inside.</span>
        </span>
        <span className="inline-flex min-h-11 items-center gap-2 border border-pine px-4 font-medium text-pine group-hover/seal:bg-pine group-hover/seal:text-on-pine">
          <LockKeyholeOpen aria-hidden="true" className="size-4" />
          Allow and open
        </span>
      </label>
    </Slip>
  );
}
