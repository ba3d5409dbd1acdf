import assert from "node:assert/strict";
import type { Answer } from "./api-client.ts";
import type { ConsoleClient } from "./console-client.ts";
import type { SigningPair } from "./sign-request.ts";

/** Registers the public key of the pair for the environment of the caller. */
export async function registerSigningKey(
  call: ConsoleClient,
  pair: SigningPair,
): Promise<Answer["body"]["data"]> {
  const publicKey = pair.publicKey.export({ format: "jwk" });
  const answer = await call("POST", "/signing-keys", { body: { name: "Till", publicKey } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}
