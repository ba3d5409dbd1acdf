import { fillPayments } from "#lib/testing/fill-payments.ts";
import { withAppDatabase } from "./app-database.ts";
import { makeMember, test as signedIn } from "./signed-in.ts";

const DAYS_20_MS = 20 * 24 * 60 * 60 * 1000;

/**
 * Tests in an organization that has exactly `payments` payments, made over twenty days: `fillPayments`
 * says of which kinds. `test.use({ payments: 100 })` at the top of a file asks for another number.
 */
export const test = signedIn.extend<object, { payments: number }>({
  payments: [60, { scope: "worker", option: true }],
  member: [
    async ({ kind, origin, payments, playwright }, use) => {
      const request = await playwright.request.newContext({
        baseURL: origin,
        extraHTTPHeaders: { Origin: origin },
      });
      const member = await makeMember(request, kind);
      const session = await (await request.get("/api/console/session")).json();
      const organizationId: string = session.data.organization.id;
      await withAppDatabase(() =>
        fillPayments({ count: payments, organizationId, spanMs: DAYS_20_MS }),
      );
      await use(member);
      await request.dispose();
    },
    { scope: "worker" },
  ],
});
