import type { ReservationResource } from "#lib/reservations/contract.ts";
import type { PaymentBody } from "./payment-body.ts";

/**
 * What happens to a field once the payment is made. `kept`: in the clear. `hashed`: only as a keyed
 * hash. `encrypted`: readable by the service with a key of its
 * own. `passed_on`: to the gateway, and not stored. `sealed`: in the envelope alone. `escrowed`: the
 * same, while the service could open the envelope. `envelope`: the envelope itself, as it came.
 * `escrow_envelope`: the same under the escrow key. `dropped`: answered, and not stored. `also_sent`: of a receipt
 * that was sealed before, what the request carried in the clear as well.
 */
export type Fate =
  | "kept"
  | "hashed"
  | "encrypted"
  | "passed_on"
  | "sealed"
  | "escrowed"
  | "envelope"
  | "escrow_envelope"
  | "dropped"
  | "also_sent";

export type RequestLine = {
  indent: number;
  text: string;
  /** Undefined for the brackets around everything. */
  fate: Fate | undefined;
};

const fates: Readonly<Record<string, Fate>> = {
  merchantId: "kept",
  receiptId: "kept",
  transactionId: "kept",
  transactionDate: "kept",
  amount: "kept",
  currency: "kept",
  recipientHashedPan: "hashed",
  recipientHashedPar: "hashed",
  recipientHashedPhone: "hashed",
  recipientHashedEmail: "hashed",
  // For reconciliation with the acquirer.
  terminalId: "encrypted",
  cardNonce: "passed_on",
};

/** The body of a payment as it was sent, line by line, with the recipient's hashes shortened. */
export function listRequestLines(body: PaymentBody): RequestLine[] {
  return listWithShortHashes(body, (name) => fates[name] ?? "sealed");
}

/** The same of a body whose receipt was sealed before, with the envelope shortened. */
export function listSealedLines(
  body: object,
  { keyKind }: Pick<ReservationResource, "keyKind">,
): RequestLine[] {
  const envelope = keyKind === "escrow" ? "escrow_envelope" : "envelope";
  const own: Readonly<Record<string, Fate>> = {
    paymentMethod: "passed_on",
    reservation: "dropped",
    sealedReceipt: envelope,
    otherRecipients: envelope,
  };
  const shown = Object.entries(body).map(([name, value]) => [
    name,
    name in own ? shortenTexts(value) : value,
  ]);
  return listWithShortHashes(
    Object.fromEntries(shown),
    (name) => own[name] ?? fates[name] ?? "dropped",
  );
}

function listWithShortHashes(body: object, fateOf: (name: string) => Fate): RequestLine[] {
  return listBodyLines(shortenHashes(body), fateOf);
}

/** With the recipient's hashes shortened. */
export function shortenHashes(body: object): object {
  const shown = Object.entries(body).map(([name, value]) => {
    const isHash = fates[name] === "hashed" && typeof value === "string";
    return [name, isHash ? shortenHash(value) : value];
  });
  return Object.fromEntries(shown);
}

/** Any body, line by line. */
export function listBodyLines(
  body: object,
  fateOf: (name: string) => Fate | undefined,
): RequestLine[] {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  const fields = entries.flatMap(([name, value], at) => {
    const fate = fateOf(name);
    const lines = writeField(name, value, at < entries.length - 1 ? "," : "");
    return lines.map((line) => ({ ...line, fate }));
  });
  const bracket = { indent: 0, fate: undefined };
  return [{ ...bracket, text: "{" }, ...fields, { ...bracket, text: "}" }];
}

export function shortenHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}

const SHOWN_START = 40;

/** The start of each long text in it. */
export function shortenTexts(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length > SHOWN_START ? `${value.slice(0, SHOWN_START)}…` : value;
  }
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortenTexts(one)]));
}

/** A list takes one line per element, and an object one per member: what is in those is flat. */
function writeField(name: string, value: unknown, comma: string): Omit<RequestLine, "fate">[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value);
    const lines = members.map(([member, one], at) => ({
      indent: 2,
      text: `"${member}": ${JSON.stringify(one)}${at < members.length - 1 ? "," : ""}`,
    }));
    return [{ indent: 1, text: `"${name}": {` }, ...lines, { indent: 1, text: `}${comma}` }];
  }
  if (!Array.isArray(value)) {
    return [{ indent: 1, text: `"${name}": ${JSON.stringify(value)}${comma}` }];
  }
  const elements = value.map((element, at) => ({
    indent: 2,
    text: writeFlat(element) + (at < value.length - 1 ? "," : ""),
  }));
  return [{ indent: 1, text: `"${name}": [` }, ...elements, { indent: 1, text: `]${comma}` }];
}

function writeFlat(element: unknown): string {
  if (typeof element !== "object" || element === null) return JSON.stringify(element);
  const members = Object.entries(element).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  return `{ ${members.join(", ")} }`;
}
