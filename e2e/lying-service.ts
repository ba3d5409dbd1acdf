import type { APIRequestContext } from "@playwright/test";
import { protectedHeader } from "#lib/crypto/envelope.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { sealAsJwe } from "#lib/crypto/suite/server-seal.ts";
import type { Reservation, SealedBody } from "#lib/testing/seal-at-till.ts";

/** What a till knows of the service. */
export type Service = {
  prepare(recipient: { recipientHashedPan: string }): Promise<Reservation>;
  /** Returns the payment's id. */
  create(body: SealedBody): Promise<string>;
};

type Content = Record<string, unknown>;

/** The service as it is, called in the session of a merchant. */
export function honestService(merchant: APIRequestContext): Service {
  async function call<T>(path: string, data: object): Promise<T> {
    const answer = await merchant.post(`/api/v1/payments/gateway_one/${path}`, { data });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${text}`);
    return JSON.parse(text).data;
  }

  return {
    async prepare(recipient) {
      const { reservations } = await call<{ reservations: Reservation[] }>("prepare", recipient);
      const [reservation] = reservations;
      if (!reservation) throw new Error("prepare answers with one reservation at least");
      return reservation;
    },
    async create(body) {
      return (await call<{ paymentId: string }>("create", body)).paymentId;
    },
  };
}

/**
 * Gives the till a key of its own in place of the cardholder's, opens what the till has sealed to it, and seals it to
 * the cardholder's key as if nothing had happened. `change` is what it does to the receipt meanwhile.
 */
export async function swapKeys(
  service: Service,
  change: (content: Content, thumbprint: string) => Content = (content) => content,
): Promise<Service> {
  const own = await generateKeyPair();
  const kept = new Map<string, Reservation>();
  return {
    async prepare(recipient) {
      const reservation = await service.prepare(recipient);
      kept.set(reservation.reservation, reservation);
      return { ...reservation, publicKey: own.publicKey };
    },
    async create(body) {
      const reservation = findReservation(kept, body);
      const content = await openReceipt({
        sealed: body.sealedReceipt,
        paymentId: reservation.paymentId,
        privateKey: await importPrivateKey(own.privateKey),
      });
      const { thumbprint } = await importPublicKey(reservation.publicKey);
      return await service.create(sealAgain(body, reservation, change(content, thumbprint)));
    },
  };
}

/** Throws away what the till has sealed, and seals what `write` makes up from the fields in the clear. */
export function makeUpReceipts(
  service: Service,
  write: (body: SealedBody, sealing: Reservation) => Promise<Content>,
): Service {
  const kept = new Map<string, Reservation>();
  return {
    async prepare(recipient) {
      const reservation = await service.prepare(recipient);
      kept.set(reservation.reservation, reservation);
      return reservation;
    },
    async create(body) {
      const reservation = findReservation(kept, body);
      const content = await write(body, reservation);
      return await service.create(sealAgain(body, reservation, content));
    },
  };
}

function findReservation(kept: Map<string, Reservation>, body: SealedBody): Reservation {
  const reservation = kept.get(body.reservation);
  if (!reservation) throw new Error("the body is of no reservation that was given");
  return reservation;
}

/** The same body with another envelope, which no check of an honest service tells from the till's. */
function sealAgain(
  body: SealedBody,
  { keyId, paymentId, publicKey }: Reservation,
  receipt: Content,
): SealedBody {
  const recipient = { keyId, key: importStoredPublicKey(publicKey) };
  const sealed = sealAsJwe({ receipt, paymentId, recipient });
  return { ...body, sealedReceipt: { ...sealed, protected: protectedHeader } };
}
