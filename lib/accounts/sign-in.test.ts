import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { createId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { stopClock } from "#lib/testing/wall-clock.ts";
import { hashPassword } from "./hash-password.ts";
import { signIn } from "./sign-in.ts";

const password = "seven lanterns over the quay é";

setUpTestService();
const member = setUp(async () => createTestMember({ passwordHash: await hashPassword(password) }));

let addresses = 0;
/** An address without any attempts. */
function freshAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

test("email, in any case, and password give the member and its session version", async () => {
  const expected = {
    state: "signed_in",
    signedIn: {
      memberId: member.memberId,
      organizationId: member.organizationId,
      sessionVersion: 1,
    },
    secondFactor: null,
  };
  const { email } = member;
  assert.deepEqual(await signIn({ email, password, code: "" }, "::1"), expected);
  const shouted = ` ${email.toUpperCase()} `;
  assert.deepEqual(await signIn({ email: shouted, password }, "::1"), expected);
  const decomposed = password.normalize("NFD");
  assert.notEqual(decomposed, password);
  assert.deepEqual(await signIn({ email, password: decomposed }, "::1"), expected);

  await pool().query("UPDATE member SET session_version = 7 WHERE id = $1", [member.memberId]);
  const later = await signIn({ email, password }, "::1");
  assert.equal(later.state === "signed_in" && later.signedIn.sessionVersion, 7);
});

describe("refuses", () => {
  const wrong: [string, () => unknown][] = [
    ["a wrong password", () => ({ email: member.email, password: `${password}!` })],
    ["an unknown email", () => ({ email: "nobody@test.example", password })],
    ["an email that is a pattern", () => ({ email: "%@test.example", password })],
    ["no password", () => ({ email: member.email, password: "" })],
    ["nothing", () => undefined],
    ["text that the database cannot store", () => ({ email: "a\0b@test.example", password })],
    ["a password of a megabyte", () => ({ email: member.email, password: "x".repeat(1e6) })],
    ["values that are not text", () => ({ email: { contains: "@" }, password: [password] })],
  ];
  for (const [name, sent] of wrong) {
    test(name, async () =>
      assert.deepEqual(await signIn(sent(), freshAddress()), { state: "wrong_credentials" }),
    );
  }
});

describe("too many attempts", () => {
  const wrong = () => ({ email: member.email, password: "wrong" });

  test("the sixth failure makes the address wait, whoever has the email", async (context) => {
    stopClock(context);
    for (const email of [member.email, "nobody@test.example"]) {
      const address = freshAddress();
      for (let count = 0; count < 6; count += 1) {
        const outcome = await signIn({ email, password: "wrong" }, address);
        assert.equal(outcome.state, "wrong_credentials");
      }
      const refused = await signIn({ email, password }, address);
      assert.deepEqual(refused, { state: "too_many_tries", retryAfter: 5 });
    }
  });

  test("does not stop the owner, who is elsewhere", async () => {
    const outcome = await signIn({ email: member.email, password }, freshAddress());
    assert.equal(outcome.state, "signed_in");
  });

  test("at once count like one after another", async (context) => {
    stopClock(context);
    const address = freshAddress();
    const attempts = await Promise.all(Array.from({ length: 12 }, () => signIn(wrong(), address)));
    const checked = attempts.filter(({ state }) => state === "wrong_credentials");
    assert.equal(checked.length, 6);
  });

  test("a success forgets the failures before it", async () => {
    const address = freshAddress();
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await signIn(wrong(), address);
      const outcome = await signIn({ email: member.email, password }, address);
      assert.equal(outcome.state, "signed_in");
    }
  });

  test("one address at many accounts, and a success at its own does not help", async (context) => {
    stopClock(context);
    const address = freshAddress();
    const guess = (name: number) =>
      signIn({ email: `guess-${name}@test.example`, password: "wrong" }, address);
    for (let name = 0; name < 20; name += 1) {
      assert.equal((await guess(name)).state, "wrong_credentials");
    }
    assert.equal((await signIn({ email: member.email, password }, address)).state, "signed_in");
    assert.equal((await guess(21)).state, "wrong_credentials");
    assert.deepEqual(await guess(22), { state: "too_many_tries", retryAfter: 5 });
  });
});

describe("attempts that are refused unseen are in the trail at the first, the tenth, the hundredth", () => {
  const readTrail = async (organizationId: string, after: string) => {
    const { rows } = await pool().query(
      `SELECT actor_id AS "actorId", after FROM audit_entry
       WHERE organization_id = $1 AND action = 'sign_in.failed' AND id > $2
         AND after->>'reason' = 'too_many_attempts' ORDER BY id`,
      [organizationId, after],
    );
    return rows;
  };
  const throttled = (count: number) => ({ reason: "too_many_attempts", count });

  test("of the member's organization, for an account", async () => {
    const { memberId, organizationId, email } = await createTestMember({
      passwordHash: await hashPassword(password),
    });
    const address = freshAddress();
    for (let count = 0; count < 17; count += 1) await signIn({ email, password: "x" }, address);
    assert.deepEqual(await readTrail(organizationId, ""), [
      { actorId: memberId, after: throttled(1) },
      { actorId: memberId, after: throttled(10) },
    ]);
  });

  test("of the service, for an address at many accounts", async () => {
    const since = createId("auditEntry");
    const address = freshAddress();
    const guess = async (name: number) =>
      await signIn({ email: `many-${name}@test.example`, password: "x" }, address);
    for (let name = 0; name < 21 + 12; name += 1) await guess(name);
    assert.deepEqual(await readTrail(SERVICE_TRAIL, since), [
      { actorId: null, after: throttled(1) },
      { actorId: null, after: throttled(10) },
    ]);
  });

  test("of the member's organization, for codes beside the right password", async () => {
    const { memberId, organizationId, email } = await createTestMember({
      passwordHash: await hashPassword(password),
      secondFactor: true,
    });
    const guess = () => signIn({ email, password, code: "000000" }, freshAddress());
    for (let count = 0; count < 6; count += 1) assert.equal((await guess()).state, "wrong_code");
    assert.equal((await guess()).state, "too_many_tries");
    const expected = [{ actorId: memberId, after: throttled(1) }];
    assert.deepEqual(await readTrail(organizationId, ""), expected);
  });
});

test("an unknown email takes as long as a wrong password", async () => {
  const time = async (email: string) => {
    const address = freshAddress();
    const start = performance.now();
    await signIn({ email, password: "wrong" }, address);
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    known.push(await time(member.email));
    unknown.push(await time("nobody@test.example"));
  }
  // The least of each: a busy machine makes some attempts longer, and none shorter. Without the decoy an
  // unknown email takes a twentieth of the time.
  const [least, leastUnknown] = [Math.min(...known), Math.min(...unknown)];
  assert.ok(leastUnknown > least / 3, `${leastUnknown} ms and ${least} ms`);
});
