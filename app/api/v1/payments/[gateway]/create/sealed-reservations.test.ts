import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { issueReservation } from "#lib/reservations/reservation.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { prepareSealed, reserveKeys, type SealedBody, sealFor } from "#lib/testing/seal-at-till.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);
const holder = setUpCardholder(api);

const NOT_ISSUED = "reservation: was not issued by prepare";
const AGAIN = "call prepare for a new one, and seal the receipt again";
const FOREIGN =
  "reservation: is not for this organization, environment, gateway, and recipient, or the recipient has " +
  `changed since; ${AGAIN}`;

async function refuse(body: object, details: string, client: Pick<ApiClient, "post"> = api) {
  const answer = await client.post("/payments/gateway_one/create", { body });
  assertError(answer, { status: 400, code: "invalid_request" });
  assert.equal(answer.body.error.details, details);
  const { rows } = await pool().query("SELECT count(*)::int AS count FROM payment");
  assert.deepEqual(rows, [{ count: 0 }]);
}

const toHolder = () => ({ recipientHashedPan: holder.hashedPan });

const read = (text: string) =>
  JSON.parse(Buffer.from(text.slice(4).split(".")[0] ?? "", "base64url").toString());
const write = (content: unknown, mac = "A".repeat(43)) =>
  `rsv_${Buffer.from(JSON.stringify(content)).toString("base64url")}.${mac}`;

type Change = [name: string, change: (text: string) => unknown, details: string];

const changes: Change[] = [
  ["nothing", () => undefined, "reservation: is required"],
  ["null", () => null, "reservation: must be text"],
  ["empty", () => "", "reservation: must not be empty"],
  ["a number", () => 7, "reservation: must be text"],
  ["too long", () => `rsv_${"A".repeat(5000)}`, "reservation: must have at most 4,096 characters"],
  ["words", () => "table 7, for two", NOT_ISSUED],
  ["cut", (text) => text.slice(0, -1), NOT_ISSUED],
  ["without its MAC", (text) => text.split(".")[0], NOT_ISSUED],
  ["with another prefix", (text) => text.replace("rsv_", "rsw_"), NOT_ISSUED],
  ["with a part more", (text) => `${text}.AAAA`, NOT_ISSUED],
  ["with blanks", (text) => ` ${text}`, NOT_ISSUED],
  ["no JSON", () => `rsv_AAAA.${"A".repeat(43)}`, NOT_ISSUED],
  [
    "nested deeply",
    () => `rsv_${Buffer.from("[".repeat(3000)).toString("base64url")}.${"A".repeat(43)}`,
    NOT_ISSUED,
  ],
  ["an id of nothing", (text) => write({ ...read(text), paymentId: "usr_1" }), NOT_ISSUED],
  ["without keys", (text) => write({ ...read(text), keys: [] }), NOT_ISSUED],
  ["with a member more", (text) => write({ ...read(text), role: "owner" }), NOT_ISSUED],
  ["with another MAC", (text) => write(read(text)), FOREIGN],
  ["with the MAC in another spelling", respell, FOREIGN],
  [
    "that lasts longer",
    (text) => write({ ...read(text), expiresAt: 4e12 }, text.split(".")[1]),
    FOREIGN,
  ],
  [
    "whose key is not known",
    (text) => write({ ...read(text), keyVersion: 99 }, text.split(".")[1]),
    FOREIGN,
  ],
];

/** The last digit has two spare bits. */
function respell(text: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.slice(0, -1) + digits[digits.indexOf(text.slice(-1)) + 1];
}

describe("400: a reservation", () => {
  for (const [name, change, details] of changes) {
    test(name, async () => {
      const { body } = await prepareSealed(api, { recipient: toHolder() });
      await refuse({ ...body, reservation: change(body.reservation) }, details);
    });
  }
});

describe("400: a reservation for", () => {
  test("another organization", async () => {
    const { body } = await prepareSealed(stranger, { recipient: toHolder() });
    await refuse(body, FOREIGN);
  });

  test("another environment", async () => {
    const { organizationId } = api;
    const key = await createTestKey({ organizationId, environment: "staging" });
    const recipient = { recipientHashedPan: randomHashedPan() };
    const { body } = await prepareSealed(api, { recipient });
    await refuse(body, FOREIGN, createApiClient(service, key));
  });

  test("another gateway", async () => {
    const { body } = await prepareSealed(api, { recipient: toHolder(), gateway: "gateway_two" });
    await refuse(body, FOREIGN);
  });

  const recipients: [name: string, recipient: (body: SealedBody) => object][] = [
    ["another card", () => ({ recipientHashedPan: randomHashedPan() })],
    ["an identifier more", () => ({ recipientHashedPhone: randomHashedPan() })],
    [
      "the hash of another kind",
      ({ recipientHashedPan }) => ({
        recipientHashedPan: undefined,
        recipientHashedPar: recipientHashedPan,
      }),
    ],
  ];
  for (const [name, recipient] of recipients) {
    for (const whose of ["a cardholder", "nobody yet"]) {
      test(`${name}: ${whose}`, async () => {
        const known =
          whose === "nobody yet" ? { recipientHashedPan: randomHashedPan() } : toHolder();
        const { body } = await prepareSealed(api, { recipient: known });
        await refuse({ ...body, ...recipient(body) }, FOREIGN);
      });
    }
  }

  test("a time that is over", async () => {
    for (const cardholderId of [holder.userId, null]) {
      const recipient =
        cardholderId === null ? { recipientHashedPan: randomHashedPan() } : toHolder();
      const [reservation = assert.fail()] = await reserveKeys(api, recipient);
      const about = { ...read(reservation.reservation), expiresAt: Date.now() - 1 };
      const expired = { ...reservation, reservation: issue(about, recipient, cardholderId) };
      const { body } = await sealFor(expired, { recipient });
      await refuse(body, `reservation: has expired; ${AGAIN}`);
    }
  });

  test("a key of the escrow that is gone", async () => {
    const recipient = { recipientHashedPan: randomHashedPan() };
    const [reservation = assert.fail()] = await reserveKeys(api, recipient);
    const about = { ...read(reservation.reservation), escrowVersion: 77 };
    const retired = { ...reservation, reservation: issue(about, recipient, null) };
    const { body } = await sealFor(retired, { recipient });
    await refuse(body, `reservation: is for a key that has been retired; ${AGAIN}`);
  });

  test("a refund", async () => {
    const recipient = toHolder();
    const [reservation = assert.fail()] = await reserveKeys(api, recipient);
    const paymentId = createId("refund");
    const sale = { kind: "sale" as const, paymentId: createId("payment") };
    const text = issueReservation(
      { ...read(reservation.reservation), paymentId },
      { ...place(), recipient: sale, cardholderId: holder.userId },
    );
    const { body } = await sealFor({ ...reservation, paymentId, reservation: text }, { recipient });
    await refuse(body, FOREIGN);
  });
});

const place = () => {
  return {
    organizationId: api.organizationId,
    environment: "development",
    gateway: "gateway_one",
  } as const;
};

/** As prepare would have, but for what cannot be had from it. */
function issue(
  about: Parameters<typeof issueReservation>[0],
  { recipientHashedPan }: { recipientHashedPan: string },
  cardholderId: string | null,
): string {
  const recipient = {
    kind: "identifiers" as const,
    hashes: [["card", recipientHashedPan] as const],
  };
  return issueReservation(about, { ...place(), recipient, cardholderId });
}

test("the text says of a recipient no more than the answer", async () => {
  const [known = assert.fail()] = await reserveKeys(api, toHolder());
  const { paymentId, keyId, expiresAt } = known;
  const [keyVersion] = serviceSecrets().reservationKeys.keys();
  assert.deepEqual(read(known.reservation), {
    paymentId,
    expiresAt: Date.parse(expiresAt),
    escrowVersion: null,
    keys: [{ keyId, kind: "RSA-2048" }],
    keyVersion,
  });
});
