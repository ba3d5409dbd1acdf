import { type KeptPayment, readKeptPayments } from "./kept-till.ts";

type Alter = (before: KeptPayment[]) => KeptPayment[];

export const PAYMENTS_KEY = "sealslip.till.payments";

/** The kept payments of this device, which its tabs share. `getStorage` throws where the browser blocks it. */
export function openPaymentStore(getStorage: () => Pick<Storage, "getItem" | "setItem">) {
  let stored: KeptPayment[] = [];
  /** Where the browser stores nothing, or no more, these are remembered as long as the page. */
  let unwritten: Alter[] = [];

  function read(): KeptPayment[] {
    try {
      // Another tab may have added its own since.
      stored = readKeptPayments(getStorage().getItem(PAYMENTS_KEY));
    } catch {
      // As it was last read.
    }
    return unwritten.reduce((before, alter) => alter(before), stored);
  }

  function change(alter: Alter): KeptPayment[] {
    unwritten.push(alter);
    const next = read();
    try {
      getStorage().setItem(PAYMENTS_KEY, JSON.stringify(next));
      stored = next;
      unwritten = [];
    } catch {
      // The next change tries again.
    }
    return next;
  }
  return { read, change };
}
