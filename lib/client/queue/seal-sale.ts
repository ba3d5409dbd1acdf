import type { Client } from "#lib/client/create-client.ts";
import type { PaymentRequest } from "#lib/client/payments.ts";
import type { Gateway } from "#lib/client/schemas.ts";
import {
  type MerchantSigningKey,
  type Reservation,
  sealReceipt,
} from "#lib/crypto/seal-receipt.ts";
import { RESERVATIONS } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { QueueError } from "./queue-error.ts";

export type SealingOptions = {
  /** How many sales the till can seal without a network; 50 if not given. */
  stock?: number | undefined;
  /**
   * The till's own AES-GCM key, which encrypts a copy of each receipt until it is paid: with it, a receipt is sealed again
   * where its reservation is over. With `none` there is no copy, and such a sale is refused.
   */
  receiptKey: CryptoKey | "none";
  signingKey?: MerchantSigningKey | undefined;
};

type Offered = Reservation & { expiresAt: string };

/** `prepare` answers up to so many. */
const MAX_COUNT = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the service gets in the clear, whom the receipt is for, and the receipt, as `create` takes them. */
export function divideSale(sale: PaymentRequest, gateway: Gateway) {
  // What is about the recipient, or for the provider alone, is never part of a receipt.
  const {
    recipientHashedPan,
    recipientHashedPar,
    recipientHashedPhone,
    recipientHashedEmail,
    cardNonce,
    verificationToken,
    customer,
    ...fields
  } = sale;
  const { merchantId, receiptId, transactionId, transactionDate, paymentMethod, amount } = fields;
  if (typeof amount !== "number" || "sealedReceipt" in sale) throw new QueueError("invalid_sale");
  const currency = fields.currency ?? "usd";
  const recipient = dropAbsent({
    recipientHashedPan,
    recipientHashedPar,
    recipientHashedPhone,
    recipientHashedEmail,
  });
  const references = { merchantId, receiptId, transactionId, transactionDate, currency, amount };
  const forGateway = { paymentMethod, cardNonce, verificationToken, customer };
  const clear = { ...references, ...recipient, ...dropAbsent(forGateway) };
  return { recipient, clear, receipt: { ...fields, currency, gateway } };
}

/** The body of `create` with the receipt sealed to the key of the reservation. */
export async function sealSale(
  sale: PaymentRequest,
  {
    gateway,
    reservation,
    signingKey,
  }: { gateway: Gateway; reservation: Reservation; signingKey: MerchantSigningKey | undefined },
): Promise<PaymentRequest> {
  const { clear, receipt } = divideSale(sale, gateway);
  const sealed = await sealReceipt(reservation, receipt, signingKey);
  // `protected` of the envelope is the one text that the service takes.
  return { ...clear, ...sealed } as PaymentRequest;
}

/** Takes the reservation that ends first from the stock: each is for one sale. Throws `no_reservation`. */
export async function takeReservation(ledger: Ledger): Promise<Reservation> {
  for (;;) {
    const [first] = await ledger.list<Offered>(RESERVATIONS, 1);
    if (!first) throw new QueueError("no_reservation");
    const [key] = first;
    const taken: Offered[] = [];
    await ledger.update([key], (found) => {
      const reservation = found.get<Offered>(key);
      if (!reservation) return { writes: [] };
      taken.push(reservation);
      return { writes: [[key, undefined]] };
    });
    const [reservation] = taken;
    if (reservation) return reservation;
  }
}

type Stock = {
  ledger: Ledger;
  client: Client;
  gateway: Gateway;
  stock: number;
  signal: AbortSignal | undefined;
};

/**
 * Fills the stock once half of it is used; with `renew`, replaces what is older than a day, too. Ages are differences
 * between times of the service, since the clock of the till may be wrong. Throws ApiError.
 */
export async function fillStock(
  { ledger, client, gateway, stock, signal }: Stock,
  { renew }: { renew: boolean },
): Promise<void> {
  const held = await ledger.list<Offered>(RESERVATIONS);
  const missing = stock - held.length;
  if (!renew && missing < stock / 2) return;

  async function prepare(count: number): Promise<Offered[]> {
    const body = { anyRecipient: true as const, count: Math.min(count, MAX_COUNT) };
    const { reservations } = await client.payments.prepare(gateway, body, {
      signal,
      maxAttempts: 1,
    });
    const writes = reservations.map((one) => [keyOf(one), one] satisfies [string, Offered]);
    await ledger.update([], () => ({ writes }));
    return reservations;
  }

  const [fresh] = await prepare(Math.max(missing, 1));
  const newest = fresh ? Date.parse(fresh.expiresAt) : 0;
  const old = held.filter(([, { expiresAt }]) => Date.parse(expiresAt) < newest - DAY_MS);
  await ledger.update([], () => ({ writes: old.map(([key]) => [key, undefined]) }));
  for (;;) {
    const count = stock - (await ledger.list(RESERVATIONS)).length;
    if (count <= 0) return;
    await prepare(count);
  }
}

const keyOf = ({ expiresAt, paymentId }: Offered) => `${RESERVATIONS}${expiresAt}/${paymentId}`;

function dropAbsent<Fields extends object>(fields: Fields): Partial<Fields> {
  const present = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(present) as Partial<Fields>;
}
