import assert from "node:assert/strict";
import type { Answer } from "./api-client.ts";
import type { ConsoleClient } from "./console-client.ts";
import { type SigningPair, signChallenge } from "./sign-request.ts";

/** Registers the public key of the pair for the environment of the caller. */
export async function registerSigningKey(
  call: ConsoleClient,
  pair: SigningPair,
  name = "Till",
): Promise<Answer["body"]["data"]> {
  const answer = await call("POST", "/signing-keys", {
    body: {
      name,
      publicKey: pair.publicKey.export({ format: "jwk" }),
      proof: await prove(call, pair),
    },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

/** Signs a new challenge with the private key. */
export async function prove(call: ConsoleClient, pair: SigningPair): Promise<string> {
  const { body } = await call("POST", "/signing-keys/challenge");
  return signChallenge(pair, body.data.challenge);
}
