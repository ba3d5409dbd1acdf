import type { SearchEntry } from "#lib/docs/contract-search.ts";

export const toolIds = ["payment", "envelope"] as const;

export type ToolId = (typeof toolIds)[number];

/** The tools of the playground; each has the address `#` and its id. */
export const tools: Record<ToolId, { name: string; title: string; about: string }> = {
  payment: {
    name: "Payment",
    title: "A payment, from the body to the receipt",
    about:
      "Paste the body of a payment: what the service refuses in it, what the cardholder reads, and what stays with the service.",
  },
  envelope: {
    name: "Envelope",
    title: "Keys, sealing, and opening",
    about:
      "Make a key, seal a receipt to it, open it, and look at the JWE part by part. Or paste an envelope and a key of your own.",
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
