import { writeFile } from "node:fs/promises";
import { type Answer, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import type { Sale } from "#lib/testing/crash/shop.ts";
import { compareBooks } from "./compare.ts";
import { withClient } from "./database.ts";
import { countDoubleRefunds, countMissing } from "./failover-books.ts";
import type { Instance } from "./instance.ts";
import type { Afterwards, RestorePoint } from "./recovery-before.ts";
import type { RecoveryScene } from "./recovery-scene.ts";
import { runAdmin } from "./recovery-steps.ts";

/** What was looked at, and what differs: undefined where it held. */
export type Check = { title: string; failure: string | undefined };

type Found = { moment: RestorePoint; afterwards: Afterwards; applied: unknown };

/** While the first process runs on the quarantined database. */
export async function checkQuarantined(
  scene: RecoveryScene,
  first: Instance,
  found: Found,
): Promise<Check[]> {
  const { merchant, doomed } = scene;
  const api = createApiClient(first, merchant.key);
  const ready = await fetch(`${first.url}/api/ready`);
  const create = await api.post("/payments/gateway_one/create", { body: newPayment(scene) });
  const erased = await api.get(`/receipts/${doomed.cardholder.userId}`);
  const kept = await api.get(`/receipts/${merchant.cardholders[0]?.userId}`);
  const revoked = await api.get("/payments", { key: doomed.key.secret });
  return [
    expectText("not ready, for the quarantine", await ready.text(), /"quarantine: /),
    expectStatus("a payment is refused with 503", create, 503),
    ...(await checkPayments(scene, found)),
    expectEqual("the ledger ended again what had come back", found.applied, {
      erasedUsers: [doomed.cardholder.userId],
      revokedKeys: [doomed.key.id],
    }),
    expectStatus("who was erased is erased", erased, 404),
    expectStatus("other cardholders have their receipts", kept, 200),
    expectStatus("the revoked key is refused", revoked, 401),
    await checkTrail(scene, found.moment),
  ];
}

/** The books of the shop, the database, and the providers. */
async function checkPayments(
  { stage, merchant, load, shop }: RecoveryScene,
  { moment, afterwards }: Found,
): Promise<Check[]> {
  const { lost, doubled, apart, pending } = await compareBooks(stage, merchant, moment.sales);
  const missing = await countMissing(stage, load.acknowledged);
  const { refunds, grants, openings } = load.acknowledged;
  const untried = [refunds, grants, openings].filter(({ length }) => length === 0).length;
  const kept = await countKept(stage, afterwards.sales);
  const { length: before } = moment.sales;
  const { length: after } = afterwards.sales;
  return [
    expectEqual(
      `${before} payments of before the moment are there, each charged once`,
      { lost, doubled, pending, refundedTwice: countDoubleRefunds(stage, shop.sales) },
      { lost: 0, doubled: 0, pending: 0, refundedTwice: 0 },
    ),
    expectEqual(
      `${refunds.length} refunds, ${grants.length} grants, and ${openings.length} openings, too`,
      { ...missing, untried },
      { grants: 0, openings: 0, refunds: 0, untried: 0 },
    ),
    expectEqual(`${after} payments of after it are not`, kept, 0),
    expectEqual("only the providers know of those", apart, after),
  ];
}

/** Once the service acts again. */
export async function checkReleased(
  { stage, api, merchant }: RecoveryScene,
  { moment, afterwards }: Found,
): Promise<Check[]> {
  const [early] = moment.sales;
  const late = afterwards.sales.find(({ gateway }) => gateway === "gateway_one");
  if (!early || !late) throw new Error("nothing was sold");
  const repeat = ({ gateway, request }: Sale) =>
    api.post(`/payments/${gateway}/create`, { body: request });
  const charges = ({ gateway }: Sale, paymentId = "") =>
    stage.providers[gateway].countCharges(paymentId);

  const again = await repeat(early);
  const second = await repeat(late);
  const secondId: string | undefined = second.body.data?.paymentId;
  return [
    expectEqual(
      "one of before the moment, sent again, gets its first answer, and is charged once",
      [again.status, again.body.data?.paymentId, charges(early, early.paymentId)],
      [200, early.paymentId, 1],
    ),
    expectEqual(
      "one of after it, sent again, is another payment, and charged a second time",
      [
        second.status,
        secondId === late.paymentId,
        charges(late, late.paymentId),
        charges(late, secondId),
      ],
      [201, false, 1, 1],
    ),
    expectEqual("no payment is pending", (await compareBooks(stage, merchant, [])).pending, 0),
  ];
}

export function newPayment({ merchant }: RecoveryScene) {
  const [recipientHashedPan] = merchant.cards;
  return paymentBody({ recipientHashedPan, paymentMethod: "pm_card_visa" });
}

/** How many of these are in the database. */
async function countKept(
  { postgres }: RecoveryScene["stage"],
  sales: readonly Sale[],
): Promise<number> {
  const ids = sales.map(({ paymentId }) => paymentId);
  return await withClient(postgres.urlFor("sealslip"), async (client) => {
    const { rows } = await client.query("SELECT FROM payment WHERE id = ANY($1)", [ids]);
    return rows.length;
  });
}

async function checkTrail(scene: RecoveryScene, { anchors }: RestorePoint): Promise<Check> {
  const path = `${scene.stage.folder}/anchors.json`;
  await writeFile(path, anchors);
  const verified = runAdmin(scene, "audit", "verify", "--anchors", path);
  const failure = await verified.then(() => undefined, String);
  return { title: "the audit trail verifies, with anchors of before the moment", failure };
}

export function expectStatus(title: string, { status, body }: Answer, expected: number): Check {
  return { title, failure: status === expected ? undefined : `${status}: ${JSON.stringify(body)}` };
}

function expectText(title: string, text: string, expected: RegExp): Check {
  return { title, failure: expected.test(text) ? undefined : text };
}

function expectEqual(title: string, found: unknown, expected: unknown): Check {
  const [text, wanted] = [found, expected].map((value) => JSON.stringify(value));
  return { title, failure: text === wanted ? undefined : `${text}, not ${wanted}` };
}
