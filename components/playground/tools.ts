import type { SearchEntry } from "#lib/docs/contract-search.ts";

export const toolIds = ["payment", "envelope", "signature", "webhook", "vectors"] as const;

export type ToolId = (typeof toolIds)[number];

/** The tools of the playground; each has the address `#` and its id. */
export const tools: Record<ToolId, { name: string; title: string; about: string }> = {
  payment: {
    name: "Payment",
    title: "A payment, from the body to the receipt",
    about:
      "Paste the body of a payment and see what the service refuses, what the cardholder reads, and what the service keeps.",
  },
  envelope: {
    name: "Envelope",
    title: "Keys, sealing, and opening",
    about:
      "Make a key, seal a receipt to it, open it, and look at the JWE part by part. Or paste an envelope and a key of your own.",
  },
  signature: {
    name: "Signature",
    title: "The merchant’s signature",
    about:
      "Check a merchantSignature in an opened receipt, or the X-Merchant-Signature of a request, and see what it covers.",
  },
  webhook: {
    name: "Webhook",
    title: "A webhook, verified as on your server",
    about:
      "Paste headers, body, and your endpoint’s secret, and see whether the delivery is genuine and what your handler gets.",
  },
  vectors: {
    name: "Vectors",
    title: "Test vectors",
    about:
      "Files to test your own client against, in any language. An independent implementation has checked each of them.",
  },
};

const PLAYGROUND = "/docs/playground";

/** The tools as the search finds them. */
export const playgroundEntries: SearchEntry[] = [
  {
    id: PLAYGROUND,
    page: "Playground",
    heading: "Playground",
    text: "Try payments, envelopes, signatures, and webhooks in your browser.",
  },
  ...toolIds.map((id) => ({
    id: `${PLAYGROUND}#${id}`,
    page: "Playground",
    heading: tools[id].title,
    text: tools[id].about,
  })),
];
