"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Presentation } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { View } from "#components/terminal/listings.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { useAuthenticator } from "#components/wallet/use-authenticator.ts";
import { useWallet, walletKeys } from "#components/wallet/wallet-state.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { fillIn } from "#lib/wallet/sealed-content.ts";
import { NEXT_ACTION } from "./next-action.ts";
import { PhonePart, PresentedPhone } from "./phone-part.tsx";
import { ServicePart } from "./service-part.tsx";
import { StepList } from "./step-list.tsx";
import { TillPart } from "./till-part.tsx";
import { usePresentKey } from "./use-presenter-keys.ts";
import type { Restart } from "./use-restart.ts";
import type { VisitState } from "./use-visit.ts";
import { useVisitPayment } from "./use-visit-payment.ts";
import { useVisitWallet } from "./use-visit-wallet.ts";
import { wasCardKnown } from "./visit-calls.ts";
import type { OwnCard } from "./visit-card.ts";
import { VisitEnding } from "./visit-ending.tsx";
import { findHeading } from "./visit-headings.ts";
import { VisitParts } from "./visit-parts.tsx";
import { useVisitRecord } from "./visit-record.ts";
import { findOwnCard, findStep, type VisitStep } from "./visit-step.ts";

const Presenter = loadedLater(async () => (await import("./presenter.tsx")).Presenter);

type VisitPathProps = {
  visit: VisitState;
  card: OwnCard;
  /** In the wallet of this browser. */
  cards: readonly StoredCard[];
  onEnded: () => void;
  restart: Restart;
};

/** The till, the service, and a phone; on a phone, the one that is next. */
export function VisitPath({ visit, card, cards, onEnded, restart }: VisitPathProps) {
  const { opened } = useWallet();
  const record = useVisitRecord(visit.visitId);
  const till = useVisitPayment(card, visit, record);
  const wallet = useVisitWallet(card, { visitId: visit.visitId, onEnded });
  // Known before it is needed: the form of the next step begins with it.
  useAuthenticator();
  useCardsOfOtherTabs(visit);
  const [setAside, setSetAside] = useState<string>();
  const [view, setView] = useState<View>("kept");
  const latest = visit.payments[0];
  const progress = till.payment?.progress.state;
  // While the card is on its way, whatever is known already can wait.
  const isTapping = progress === "asking" || progress === "waiting";
  const payment = isTapping || latest?.paymentId === setAside ? undefined : latest;
  const { kept, mine, isOther } = findOwnCard(visit, cards);
  const other = payment && isOther ? record.others?.[payment.receiptId] : undefined;
  const sealed = payment && opened.get(payment.paymentId);
  // The till of the demo leaves nothing out.
  const receipt = sealed && fillIn(sealed, undefined);
  const { browsers } = visit;
  const hasKey = kept?.registeredAt != null;
  const step = findStep({ payment, mine, isOther, isOpen: receipt !== undefined, browsers });
  const heading = useHeadingFocus(step);
  const { isPending: isOpening, variables } = wallet.open;
  // What a page has opened, it forgets when it is loaded again. The first opening ends on the paper.
  const wasOpened =
    payment?.openedAt != null && !(isOpening && variables?.payment.openedAt === null);
  const isOver = step === "done" || (wasOpened && (step === "open" || step === "followed"));

  const [isPresenting, setPresenting] = useState(false);
  const [hasPresented, setPresented] = useState(false);
  const present = () => {
    setPresented(true);
    setPresenting(true);
  };
  usePresentKey(() => {
    if (!isPresenting) present();
  });

  const buyMore = () => {
    setSetAside(latest?.paymentId);
    till.leave();
  };
  const wasKnown = payment !== undefined && wasCardKnown(payment, kept);
  const wasClaimed = payment !== undefined && isOther;
  const wasSealedAtTill = payment?.sealedAt === "till";
  const place = { step, isOver, hasKey, wasKnown, wasClaimed, wasSealedAtTill };
  const [title, text] = findHeading(place);
  const claimCode = other?.claimCode;
  const phone = { card, payment, mine, claimCode, step, receipt, wallet, restart };
  if (isPresenting) {
    return (
      <Presenter
        {...{ step, till, payment, receipt, restart }}
        wallet={<PresentedPhone {...phone} />}
        onLeave={() => setPresenting(false)}
      />
    );
  }
  return (
    <>
      <div
        key={step}
        className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 pt-1 pb-4 tall:pb-6"
      >
        <div>
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-3xl font-medium tracking-[-0.03em] text-balance outline-none sm:text-4xl"
          >
            {title}
          </h1>
          <p className="mt-2 max-w-[60ch] text-muted text-pretty lg:tall:min-h-12">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <StepList step={step} isOver={isOver} hasKey={hasKey} wasClaimed={wasClaimed} />
          <Button
            look="secondary"
            size="small"
            icon={Presentation}
            aria-keyshortcuts="p"
            title="Key: p"
            autoFocus={hasPresented}
            onClick={present}
            className="max-lg:hidden"
          >
            Present
          </Button>
        </div>
      </div>
      {restart.error ? (
        <div className="pb-6">
          <ErrorCallout title="No new visit yet" error={restart.error} />
        </div>
      ) : null}
      <VisitParts
        step={step}
        till={
          <TillPart
            card={card}
            till={till}
            step={step}
            payment={payment}
            other={other}
            canPayOther={mine !== undefined}
            isOver={isOver}
            restart={restart}
          />
        }
        service={
          <ServicePart
            key={payment?.paymentId}
            view={view}
            onView={setView}
            hasPaid={visit.payments.length > 0}
            payment={payment}
            kept={kept}
            made={{ card, mine, record }}
            receipt={receipt}
          />
        }
        phone={<PhonePart {...phone} />}
        ending={
          isOver && payment ? (
            <VisitEnding
              wasEscrowed={!wasKnown}
              sealedAt={payment.sealedAt}
              isHere={step !== "followed"}
              onBuyMore={visit.paymentsLeft > 0 ? buyMore : undefined}
              restart={restart}
            />
          ) : null
        }
      />
    </>
  );
}

/** A card that was registered since may be in this browser: another tab of it may have made the key. */
function useCardsOfOtherTabs({ cards }: VisitState): void {
  const client = useQueryClient();
  const registered = cards.map(({ userId }) => userId).join();
  useEffect(() => {
    if (registered !== "") void client.invalidateQueries({ queryKey: walletKeys.cards });
  }, [client, registered]);
}

/**
 * Moves the focus to the heading when a step follows another, and to begin with: a visitor who followed a link has
 * the focus nowhere. What is to be done next comes into sight, where it would be below the edge.
 */
function useHeadingFocus(step: VisitStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<VisitStep>(undefined);
  useEffect(() => {
    if (shown.current === step) return;
    const isFirst = shown.current === undefined;
    shown.current = step;
    if (isFirst && document.activeElement !== document.body) return;
    if (!isFirst) window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    if (!isFirst) document.getElementById(NEXT_ACTION)?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return heading;
}
