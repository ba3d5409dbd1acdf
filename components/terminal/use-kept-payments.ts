import { useEffect, useState } from "react";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { openPaymentStore, PAYMENTS_KEY } from "#lib/terminal/payment-store.ts";
import { settleKept } from "#lib/terminal/settle-kept.ts";
import type { PaidPart } from "#lib/terminal/split-tender.ts";

export type KeptPayments = {
  /** Those of the organization, on this device. */
  all: readonly KeptPayment[];
  /** Those of the organization whose result was not seen, newest first. */
  unsettled: readonly KeptPayment[];
  /** The last one whose result was seen. */
  last: KeptPayment | undefined;
  /** Before its request is sent, and again with each later attempt. */
  keep: (payment: KeptPayment) => void;
  /** Once it was seen to be paid. `paid`: what of it still counts. */
  settle: (transactionId: string, paid: PaidPart | undefined) => void;
  /** Once it was seen that nothing was charged, and that nothing can be anymore. */
  drop: (transactionId: string) => void;
  /** As all tabs have them at this moment. */
  readNow: () => readonly KeptPayment[];
};

/**
 * The payments that this device has sent and still answers for. Written before the request is sent: a reload, a
 * closed tab, or a crash must not make the till forget that a card may have been charged.
 */
export function useKeptPayments(organizationId: string): KeptPayments {
  const [store] = useState(() => openPaymentStore(() => localStorage));
  const [all, setAll] = useState(store.read);
  const ownOf = (payments: readonly KeptPayment[]) =>
    payments.filter((payment) => payment.organizationId === organizationId);
  const own = ownOf(all);

  useEffect(() => {
    // Another tab may send a request again, which is then not over.
    const follow = ({ key }: StorageEvent) => {
      if (key === PAYMENTS_KEY || key === null) setAll(store.read());
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [store]);

  const change = (alter: Parameters<typeof store.change>[0]) => setAll(store.change(alter));
  return {
    all: own,
    unsettled: own.filter(({ isSettled }) => !isSettled),
    last: own.find(({ isSettled }) => isSettled),
    keep: (payment) =>
      change((before) => [payment, ...without(before, payment.sale.transactionId)]),
    settle: (transactionId, paid) => change((before) => settleKept(before, transactionId, paid)),
    drop: (transactionId) => change((before) => without(before, transactionId)),
    readNow: () => {
      const now = store.read();
      setAll(now);
      return ownOf(now);
    },
  };
}

function without(payments: KeptPayment[], transactionId: string): KeptPayment[] {
  return payments.filter(({ sale }) => sale.transactionId !== transactionId);
}
