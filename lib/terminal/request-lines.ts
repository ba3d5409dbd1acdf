import type { PaymentBody } from "./payment-body.ts";

/**
 * What happens to a field once the payment is made. `kept`: in the clear. `hashed`: only as a keyed
 * hash. `encrypted`: readable by the service with a key of its
 * own. `passed_on`: to the gateway, and not stored. `sealed`: in the envelope alone. `escrowed`: the
 * same, while the service could open the envelope. `dropped`: answered, and not stored.
 */
export type Fate =
  | "kept"
  | "hashed"
  | "encrypted"
  | "passed_on"
  | "sealed"
  | "escrowed"
  | "dropped";

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
  const fateOf = (name: string) => fates[name] ?? "sealed";
  const shown = Object.entries(body).map(([name, value]) => {
    const isHash = fateOf(name) === "hashed" && typeof value === "string";
    return [name, isHash ? shortenHash(value) : value];
  });
  return listBodyLines(Object.fromEntries(shown), fateOf);
}

/** Any body, line by line. */
export function listBodyLines(body: object, fateOf: (name: string) => Fate): RequestLine[] {
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

/** A list takes one line per element: a receipt's elements are flat. */
function writeField(name: string, value: unknown, comma: string): Omit<RequestLine, "fate">[] {
  if (!Array.isArray(value)) {
    return [{ indent: 1, text: `"${name}": ${JSON.stringify(value)}${comma}` }];
  }
  const elements = value.map((element, at) => ({
    indent: 2,
    text: writeFlat(element) + (at < value.length - 1 ? "," : ""),
  }));
  return [{ indent: 1, text: `"${name}": [` }, ...elements, { indent: 1, text: `]${comma}` }];
}

function writeFlat(element: object): string {
  const members = Object.entries(element).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  return `{ ${members.join(", ")} }`;
}
