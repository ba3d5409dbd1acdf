import assert from "node:assert/strict";
import { test } from "node:test";
import { identifierKinds } from "#lib/core/vocabulary.ts";
import {
  createApiClient,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const NOT_FOUND = { status: 404, code: "not_found" } as const;

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

const find = (kind: string, hash: string, from: Pick<typeof api, "post"> = api) =>
  from.post("/users/find", { body: { kind, hash } });

test("an own user by the card of the registration, and by each kind that was added", async () => {
  const { userId, keyId, hashedPan } = holder;
  const { body } = await find("card", hashedPan.toUpperCase());
  const { registeredAt, ...rest } = body.data;
  assert.deepEqual(rest, { userId, keyId });
  assert.ok(Date.parse(registeredAt) <= Date.now());
  for (const kind of identifierKinds) {
    const hash = randomHashedPan();
    assertError(await find(kind, hash), NOT_FOUND);
    await addIdentifier(api, userId, kind, hash);
    assert.deepEqual((await find(kind, hash)).body, body);
    const others = identifierKinds.filter((other) => other !== kind);
    for (const other of others) assertError(await find(other, hash), NOT_FOUND);
  }
});

test("another issuer's user is not found, whatever leads to them", async () => {
  const organizationId = await createTestOrganization();
  const other = createApiClient(service, await createTestKey({ organizationId }));
  const theirs = await registerCardholder(other);
  const [phone, reference] = [randomHashedPan(), randomHashedPan()];
  await addIdentifier(other, theirs.userId, "phone", phone);
  await addIdentifier(other, theirs.userId, "reference", reference);
  assertError(await find("card", theirs.hashedPan), NOT_FOUND);
  assertError(await find("phone", phone), NOT_FOUND);
  assertError(await find("reference", reference), NOT_FOUND);
  assert.equal((await find("reference", reference, other)).body.data.userId, theirs.userId);
});

test("not without receipts:read, nor with what is not hashed", async () => {
  const { organizationId } = api;
  const key = await createTestKey({ organizationId, scopes: ["onboarding:write"] });
  const body = { kind: "card", hash: holder.hashedPan };
  assertError(await api.post("/users/find", { body, key }), { status: 403, code: "forbidden" });
  const details = /^hash: .*SHA-256/;
  assertError(await find("reference", "customer@4711"), {
    status: 400,
    code: "invalid_request",
    details,
  });
});
