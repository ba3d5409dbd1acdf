import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestMember } from "#lib/testing/console-client.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { announceResets, resetSecondFactor } from "./operate.ts";

setUpTestService();

test("the member gets a letter, once, though the operator's tool cannot seal one", async () => {
  const { email } = await createTestMember();
  await resetSecondFactor({ email });
  await resetSecondFactor({ email });
  assert.deepEqual(await readLetters(email), []);

  await Promise.all([announceResets(), announceResets()]);
  await announceResets();
  const letters = await readLetters(email);
  assert.deepEqual(
    letters.map(({ subject }) => subject),
    ["Your second factor was reset"],
  );
});
