import { useEffect, useState } from "react";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { openPaymentStore, PAYMENTS_KEY } from "#lib/terminal/payment-store.ts";

export type KeptPayments = {
  /** Those of the organization whose result was not seen, newest first. */
  unsettled: readonly KeptPayment[];
  /** The last one whose result was seen. */
  last: KeptPayment | undefined;
  /** Before its request is sent, and again with each later attempt. */
  keep: (payment: KeptPayment) => void;
  /** Once it was seen to be paid. */
  settle: (transactionId: string) => void;
  /** Once it was seen that nothing was charged, and that nothing can be any more. */
  drop: (transactionId: string) => void;
};

/**
 * The payments that this device has sent and still answers for. Written before the request is sent: a reload, a
 * closed tab, or a crash must not make the till forget that a card may have been charged.
 */
export function useKeptPayments(organizationId: string): KeptPayments {
  const [store] = useState(() => openPaymentStore(() => localStorage));
  const [all, setAll] = useState(store.read);
  const own = all.filter((payment) => payment.organizationId === organizationId);

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
    unsettled: own.filter(({ isSettled }) => !isSettled),
    last: own.find(({ isSettled }) => isSettled),
    keep: (payment) =>
      change((before) => [payment, ...without(before, payment.sale.transactionId)]),
    settle: (transactionId) =>
      change((before) =>
        before.flatMap((one) => {
          if (one.sale.transactionId === transactionId) return [{ ...one, isSettled: true }];
          return one.isSettled && one.organizationId === organizationId ? [] : [one];
        }),
      ),
    drop: (transactionId) => change((before) => without(before, transactionId)),
  };
}

function without(payments: KeptPayment[], transactionId: string): KeptPayment[] {
  return payments.filter(({ sale }) => sale.transactionId !== transactionId);
}
