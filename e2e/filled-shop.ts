import { fillPayments } from "#lib/testing/fill-payments.ts";
import { withAppDatabase } from "./app-database.ts";
import {
  type Member,
  makeMember,
  type OpenRequest,
  oncePerWorker,
  test as signedIn,
} from "./signed-in.ts";

const DAYS_20_MS = 20 * 24 * 60 * 60 * 1000;

const owners = new Map<number, Promise<Member>>();

/**
 * Tests in an organization that has exactly `payments` payments, made over twenty days: `fillPayments`
 * says of which kinds. `test.use({ payments: 100 })` at the top of a file asks for another number.
 */
export const test = signedIn.extend<{ payments: number }>({
  payments: [60, { option: true }],
  member: async ({ openRequest, payments }, use) => {
    const fill = () => makeFilledShop(openRequest, payments);
    await use(await oncePerWorker(owners, payments, fill));
  },
});

async function makeFilledShop(openRequest: OpenRequest, payments: number): Promise<Member> {
  const request = await openRequest();
  const member = await makeMember(request, "merchant", { production: true });
  const session = await (await request.get("/api/console/session")).json();
  const organizationId: string = session.data.organization.id;
  await withAppDatabase(() =>
    fillPayments({ count: payments, organizationId, spanMs: DAYS_20_MS }),
  );
  return member;
}
