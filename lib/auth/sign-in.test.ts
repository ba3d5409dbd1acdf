import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { hash } from "@node-rs/argon2";
import { pool } from "#lib/storage/database.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { startTestService, type TestService } from "#lib/testing/test-service.ts";
import { signIn } from "./sign-in.ts";

const password = "correct horse battery staple";

let service: TestService;
let member: Awaited<ReturnType<typeof createTestMember>>;
before(async () => {
  service = await startTestService();
  member = await createTestMember({ passwordHash: await hash(password) });
});
after(() => service.close());

test("email, in any case, and password give the member and its session version", async () => {
  const signedIn = { memberId: member.memberId, sessionVersion: 1 };
  assert.deepEqual(await signIn({ email: member.email, password }), signedIn);
  assert.deepEqual(await signIn({ email: ` ${member.email.toUpperCase()} `, password }), signedIn);

  await pool().query("UPDATE member SET session_version = 7 WHERE id = $1", [member.memberId]);
  assert.equal((await signIn({ email: member.email, password }))?.sessionVersion, 7);
});

describe("refuses", () => {
  const wrong: [string, () => unknown][] = [
    ["a wrong password", () => ({ email: member.email, password: `${password}!` })],
    ["an unknown email", () => ({ email: "nobody@test.example", password })],
    ["an email that is a pattern", () => ({ email: "%@test.example", password })],
    ["no password", () => ({ email: member.email, password: "" })],
    ["nothing", () => undefined],
    ["what the database cannot hold", () => ({ email: "a\0b@test.example", password })],
    ["a password of a megabyte", () => ({ email: member.email, password: "x".repeat(1e6) })],
    ["what is no text", () => ({ email: { contains: "@" }, password: [password] })],
  ];
  for (const [name, sent] of wrong) {
    test(name, async () => assert.equal(await signIn(sent()), undefined));
  }
});

test("an unknown email takes as long as a wrong password", async () => {
  const times = async (email: string) => {
    const taken = [];
    for (let count = 0; count < 9; count += 1) {
      const start = performance.now();
      await signIn({ email, password: "wrong" });
      taken.push(performance.now() - start);
    }
    return taken.sort((a, b) => a - b)[4] ?? 0;
  };
  await times(member.email);
  const [known, unknown] = [await times(member.email), await times("nobody@test.example")];
  // Without the decoy an unknown email takes a twentieth of the time.
  assert.ok(unknown > known / 3, `${unknown} ms and ${known} ms`);
});
