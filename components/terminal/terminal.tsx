"use client";

import { useEffect, useState } from "react";
import { StepUp } from "#components/accounts/step-up.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { loadTap } from "#lib/terminal/load-tap.ts";
import { fieldsFor } from "#lib/terminal/outcomes.ts";
import { buildPaymentBody, type TillCard } from "#lib/terminal/payment-body.ts";
import { countParts, type PaidPart } from "#lib/terminal/split-tender.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import { ProductionNote } from "./production-note.tsx";
import { SaleScreen } from "./sale-screen.tsx";
import { TerminalGate } from "./terminal-gate.tsx";
import { TerminalShell } from "./terminal-shell.tsx";
import { TillCardScreen } from "./till-card-screen.tsx";
import { type PickedCard, useCard } from "./use-card.ts";
import { useKeptPayments } from "./use-kept-payments.ts";
import { useSealingChoice } from "./use-sealing-choice.ts";
import { type SoldAt, type Till, useTill } from "./use-till.ts";
import { useTillPayment } from "./use-till-payment.ts";
import type { TillOutcome } from "./use-till-state.ts";

/**
 * What shows the result of a payment, and what takes it. It is here before a card can be tapped: a till that
 * charges, and then cannot say so, charges again.
 */
const loadResultScreens = loadOnce(async () => {
  const [{ TillPaymentScreen }, { TillLeftScreen }] = await Promise.all([
    import("./till-payment-screen.tsx"),
    import("./till-left-screen.tsx"),
    loadTap(),
  ]);
  return { TillPaymentScreen, TillLeftScreen };
});

export function Terminal() {
  return (
    <TerminalGate>
      <StepUp>
        <TerminalShell>
          <Counter />
        </TerminalShell>
      </StepUp>
    </TerminalGate>
  );
}

/** One sale after another: items, card, payment. */
function Counter() {
  const { environment } = useEnvironment();
  const counter = useTill();
  const card = useCard(environment);
  const [gateway, setGateway] = useState<GatewayName>(gateways[0]);
  const [outcome, setOutcome] = useState<TestOutcome>("approve");
  const [sealedAt, setSealedAt] = useSealingChoice();
  const { payment, begin, leave } = useTillPayment();
  const organizationId = useSession().organization.id;
  const kept = useKeptPayments(organizationId);
  // What was under way when the page was left comes before anything new.
  const [reopened, reopen] = useState(kept.unsettled[0]?.sale.transactionId);
  const left = kept.all.find(({ sale }) => sale.transactionId === reopened);
  // Another tab may have gone on with a sale that several cards pay.
  const counted = countSold(counter, kept.all);
  const till = counted ? { ...counter, parts: counted.parts, left: counted.left } : counter;

  useEffect(() => preload(loadResultScreens), []);

  function close(transactionId: string, outcome: TillOutcome, paid?: PaidPart) {
    if (outcome === "paid") kept.settle(transactionId, paid);
    if (outcome === "unpaid" || outcome === "refused") kept.drop(transactionId);
    reopen(undefined);
  }

  /** Another card pays what is left: under the same receipt, as another transaction. */
  function takeRest(sold: SoldAt, paid: PaidPart | undefined) {
    if (sold.sale) close(sold.sale.transactionId, "paid", paid);
    till.act({ kind: "next_part", sold });
    card.forget();
  }
  if (payment) {
    const { transactionId } = payment.order.body;
    return (
      <Later load={loadResultScreens} place="screen" lossNote={LEFT_NOTE}>
        {({ TillPaymentScreen }) => (
          <TillPaymentScreen
            payment={payment}
            sold={{ total: till.totals.total, parts: till.parts }}
            kept={kept.all}
            onNewSale={(outcome, paid) => {
              close(transactionId, outcome, paid);
              leave();
              till.act({ kind: "new_sale" });
            }}
            onOtherCard={() => {
              close(transactionId, "unpaid");
              leave();
            }}
            onRest={(parts, paid) => {
              takeRest({ ...till, shopId: till.shop.shopId, parts }, paid);
              leave();
            }}
            onSettleFirst={({ sale }, paid) => {
              close(transactionId, "paid", paid);
              leave();
              till.act({ kind: "new_sale" });
              reopen(sale.transactionId);
            }}
          />
        )}
      </Later>
    );
  }
  if (left) {
    return (
      <Later load={loadResultScreens} place="screen" lossNote={LEFT_NOTE}>
        {({ TillLeftScreen }) => (
          <TillLeftScreen
            payment={left}
            canResume={till.hasRoomFor(left)}
            kept={kept.all}
            onClose={(outcome, paid) => {
              close(left.sale.transactionId, outcome, paid);
              if (till.hasSale(left)) till.act({ kind: "new_sale" });
            }}
            onResume={() => {
              close(left.sale.transactionId, "unpaid");
              till.act({ kind: "resume", sold: left });
            }}
            onRest={(parts, paid) => takeRest({ ...left, parts }, paid)}
            onSettleFirst={({ sale }, paid) => {
              close(left.sale.transactionId, "paid", paid);
              reopen(sale.transactionId);
            }}
            onSetAside={() => reopen(undefined)}
          />
        )}
      </Later>
    );
  }
  // After the payment: one in progress is finished in the environment where it started.
  if (environment === "production") return <ProductionNote />;
  if (till.step === "sale") return <SaleScreen till={till} kept={kept} onReopen={reopen} />;

  function tap(provider: string, wanted: TestOutcome, typedPart: number | undefined) {
    const { shop, sale, totals, parts } = till;
    const { picked } = card;
    if (!sale || !picked) return;
    const paying = presentedBy(picked);
    // The last of several cards pays a part as well.
    const part = typedPart ?? (parts.length > 0 ? till.left : undefined);
    const total = part ?? totals.total;
    // Another tab may have begun to take the rest since this page was last drawn.
    const stored = countSold(counter, kept.readNow());
    if (stored?.undecided || (stored && stored.left < total)) return;
    const fields = fieldsFor(wanted, { gateway, provider });
    const now = new Date();
    const body = buildPaymentBody({ shop, sale, totals, card: paying, part, gateway, fields, now });
    const isSandbox = provider === builtInProvider.name;
    const sent = {
      organizationId,
      environment,
      gateway,
      isSandbox,
      shopId: shop.shopId,
      basket: till.basket,
      tip: till.tip,
      sale,
      parts,
      part,
      isSettled: false,
      paid: undefined,
    };
    const keep = (sentAt: number) => kept.keep({ ...sent, sentAt });
    // Before it is sent: the page may be gone when the answer comes.
    keep(now.getTime());
    const order = { environment, gateway, body, sealedAt, shop, total, card: paying, isSandbox };
    begin(order, { onSend: keep, onNotBegun: () => kept.drop(sale.transactionId) });
  }
  return (
    <Later load={loadResultScreens} place="screen" lossNote={BASKET_NOTE}>
      {() => (
        <TillCardScreen
          till={till}
          undecided={counted?.undecided}
          onSettleFirst={({ sale }) => reopen(sale.transactionId)}
          onGivenBack={() => {
            for (const { transactionId } of till.parts) kept.drop(transactionId);
            till.act({ kind: "new_sale" });
          }}
          card={card}
          gateway={gateway}
          onGateway={setGateway}
          sealedAt={sealedAt}
          onSealedAt={setSealedAt}
          outcome={outcome}
          onOutcome={setOutcome}
          onTap={tap}
        />
      )}
    </Later>
  );
}

/** What was paid of the sale on the counter. */
function countSold({ sale, totals, parts }: Till, kept: readonly KeptPayment[]) {
  return sale && countParts({ total: totals.total, sale, parts }, kept);
}

/** As the payment names it. */
function presentedBy(picked: PickedCard): TillCard {
  const { recipient } = picked;
  if (picked.kind === "phone_number") return { kind: picked.kind, recipient };
  const { kind, last4, brand } = picked;
  return { kind, recipient, last4, brand: brand ? cardBrandNames[brand] : "Card" };
}

const BASKET_NOTE = "The sale stays on the counter, and nothing was charged for it.";

const LEFT_NOTE = "A payment was sent. Reload to see what became of it, before you charge again.";
