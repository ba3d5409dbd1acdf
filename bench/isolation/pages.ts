import type { Hostile } from "./hostile.ts";

let count = 0;

/** Another one each time, so that no answer is the one before. */
function another(): string {
  count += 1;
  return String(count);
}

export const pages: Record<string, Hostile> = {
  "the API reference": {
    connections: 6,
    prepare: async () => () => ({ path: "/docs/reference" }),
  },
  "the API reference, with queries": {
    connections: 6,
    prepare: async () => () => ({ path: `/docs/reference?${another()}` }),
  },
  "pages, with queries": {
    connections: 16,
    prepare: async () => () => ({ path: `/sign-in?next=/merchant/${another()}` }),
  },
  "pages, signed in": {
    connections: 16,
    prepare:
      async ({ merchant }) =>
      () => ({
        path: `/merchant/payments/pay_${another()}`,
        headers: { Cookie: merchant.session },
      }),
  },
  "missing pages": {
    connections: 16,
    prepare: async () => () => ({ path: `/missing/${another()}` }),
  },
};
