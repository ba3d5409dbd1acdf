import assert from "node:assert/strict";
import type { Answer } from "./api-client.ts";
import { createConsoleClient } from "./console-client.ts";
import { readToken } from "./read-letters.ts";
import type { TestService } from "./test-service.ts";

export const SIGN_UP_PASSWORD = "a long and winding road";

let people = 0;

/** What somebody enters who has not been here before. */
export function newSignUp(fields: Record<string, unknown> = {}) {
  people += 1;
  const email = `person-${people}@test.example`;
  return { organizationName: "Corner Bakery", kind: "merchant", email, ...fields };
}

/** A step of the sign-up, as anybody's browser takes it. */
export async function postSignUp(
  service: Pick<TestService, "url">,
  step: "" | "/open" | "/confirm",
  body: unknown,
): Promise<Answer> {
  return await createConsoleClient(service, { cookie: "" }, "")("POST", `/sign-up${step}`, {
    body,
  });
}

/** Signs up and follows the link of the letter. */
export async function signUpMember(
  service: Pick<TestService, "url">,
  fields: Record<string, unknown> = {},
): Promise<{ organizationId: string; memberId: string }> {
  const sent = newSignUp(fields);
  const asked = await postSignUp(service, "", sent);
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  const token = await readToken(sent.email);
  const confirmed = await postSignUp(service, "/confirm", { token, password: SIGN_UP_PASSWORD });
  assert.equal(confirmed.status, 201, JSON.stringify(confirmed.body));
  return confirmed.body.data;
}
