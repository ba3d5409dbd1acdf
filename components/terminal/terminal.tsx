"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { StepUp } from "#components/accounts/step-up.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import { fieldsFor } from "#lib/terminal/outcomes.ts";
import { buildPaymentBody } from "#lib/terminal/payment-body.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import { ProductionNote } from "./production-note.tsx";
import { SaleScreen } from "./sale-screen.tsx";
import { TerminalGate } from "./terminal-gate.tsx";
import { TerminalShell } from "./terminal-shell.tsx";
import { TillCardScreen } from "./till-card-screen.tsx";
import { useCard } from "./use-card.ts";
import { useTill } from "./use-till.ts";
import { useTillPayment } from "./use-till-payment.ts";

const loadPaymentScreen = () => import("./till-payment-screen.tsx");
const TillPaymentScreen = lazy(async () => ({
  default: (await loadPaymentScreen()).TillPaymentScreen,
}));

export function Terminal() {
  return (
    <TerminalGate>
      <TerminalShell>
        <Counter />
      </TerminalShell>
      <StepUp />
    </TerminalGate>
  );
}

/** One sale after another: items, card, payment. */
function Counter() {
  const { environment } = useEnvironment();
  const till = useTill();
  const card = useCard(environment);
  const [gateway, setGateway] = useState<GatewayName>(gateways[0]);
  const [outcome, setOutcome] = useState<TestOutcome>("approve");
  const { payment, last, begin, leave } = useTillPayment();
  const { step } = till;
  useEffect(() => {
    // Loaded before the tap, which then need not wait for it.
    if (step === "card") void loadPaymentScreen();
  }, [step]);

  if (payment) {
    const finish = () => {
      leave();
      // The sale on the counter is not the one that was opened again.
      if (!payment.isReopened) till.act({ kind: "new_sale" });
    };
    return (
      <Suspense>
        <TillPaymentScreen payment={payment} onNewSale={finish} onOtherCard={leave} />
      </Suspense>
    );
  }
  // After the payment: one in progress is finished in the environment where it started.
  if (environment === "production") return <ProductionNote />;
  if (till.step === "sale") return <SaleScreen till={till} last={last} />;

  function tap(provider: string, wanted: TestOutcome) {
    const { shop, sale, totals } = till;
    const { picked } = card;
    if (!sale || !picked) return;
    const brand = picked.brand ? cardBrandNames[picked.brand] : "Card";
    const paying = { hashedPan: picked.hashedPan, last4: picked.last4, brand };
    const fields = fieldsFor(wanted, { gateway, provider });
    const now = new Date();
    const body = buildPaymentBody({ shop, sale, totals, card: paying, gateway, fields, now });
    const isSandbox = provider === builtInProvider.name;
    begin({ environment, gateway, body, shop, total: totals.total, card: paying, isSandbox });
  }
  return (
    <TillCardScreen
      till={till}
      card={card}
      gateway={gateway}
      onGateway={setGateway}
      outcome={outcome}
      onOutcome={setOutcome}
      onTap={tap}
    />
  );
}
