import { useState } from "react";
import { type KeptPayment, readKeptPayments } from "#lib/terminal/kept-till.ts";

export type KeptPayments = {
  /** Those of the organization whose result was not seen, newest first. */
  unsettled: readonly KeptPayment[];
  /** The last one whose result was seen. */
  last: KeptPayment | undefined;
  /** Before its request is sent. */
  keep: (payment: KeptPayment) => void;
  /** Once it was seen to be paid. */
  settle: (receiptId: string) => void;
  /** Once it was seen that nothing was charged. */
  drop: (receiptId: string) => void;
};

/**
 * The payments that this device has sent and still answers for. Written before the request is sent: a reload, a
 * closed tab, or a crash must not make the till forget that a card may have been charged.
 */
export function useKeptPayments(organizationId: string): KeptPayments {
  const [all, setAll] = useState(() => readStored() ?? []);
  const own = all.filter((payment) => payment.organizationId === organizationId);

  function change(alter: (before: KeptPayment[]) => KeptPayment[]) {
    // Another tab may have added its own since.
    const next = alter(readStored() ?? all);
    setAll(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Where the browser stores nothing, they are remembered as long as the page.
    }
  }
  return {
    unsettled: own.filter(({ isSettled }) => !isSettled),
    last: own.find(({ isSettled }) => isSettled),
    keep: (payment) =>
      change((before) => [payment, ...withoutSale(before, payment.sale.receiptId)]),
    settle: (receiptId) =>
      change((before) =>
        before.flatMap((one) => {
          if (one.sale.receiptId === receiptId) return [{ ...one, isSettled: true }];
          return one.isSettled && one.organizationId === organizationId ? [] : [one];
        }),
      ),
    drop: (receiptId) => change((before) => withoutSale(before, receiptId)),
  };
}

function withoutSale(payments: KeptPayment[], receiptId: string): KeptPayment[] {
  return payments.filter(({ sale }) => sale.receiptId !== receiptId);
}

const KEY = "sealslip.till.payments";

function readStored(): KeptPayment[] | undefined {
  try {
    return readKeptPayments(localStorage.getItem(KEY));
  } catch {
    return undefined;
  }
}
