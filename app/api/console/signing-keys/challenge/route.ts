import { createSigningChallengeOperation } from "#lib/api-keys/contract.ts";
import { createSigningChallenge } from "#lib/api-keys/signing-challenge.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(createSigningChallengeOperation, async ({ caller }) =>
  ok(createSigningChallenge({ caller })),
);
