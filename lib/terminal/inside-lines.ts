import { listBodyLines, type RequestLine } from "./request-lines.ts";

/** What is sealed, beside the fields of the receipt. */
export type SealedInside = {
  paymentId: string;
  sealedTo: string | readonly string[];
  sealedAt: "till";
};

/**
 * What was sealed, line by line: the shop and what was bought, then the rest of what stayed at the till, and last what
 * the request carried in the clear as well.
 */
export function listInsideLines(inside: SealedInside, sent: object): RequestLine[] {
  // The gateway is in the path of the request, and the payment's id in the `aad` of the envelope.
  const sentToo = new Set([...Object.keys(sent), "gateway", "paymentId"]);
  const rank = (name: string) => {
    if (sentToo.has(name)) return 3;
    if (/^merchant[A-Z]/.test(name)) return 0;
    return name === "items" ? 1 : 2;
  };
  const entries = Object.entries(inside).sort(([one], [other]) => rank(one) - rank(other));
  return listBodyLines(Object.fromEntries(entries), (name) =>
    sentToo.has(name) ? "also_sent" : undefined,
  );
}
