import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
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

  test("the sixth failure makes the address wait, whoever has the email", async () => {
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

  test("at once count like one after another", async () => {
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

  test("one address at many accounts, and a success at its own does not help", async () => {
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
