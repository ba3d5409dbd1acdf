import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { signUpOperation } from "#lib/organizations/contract-sign-up.ts";
import { signUp } from "#lib/organizations/sign-up.ts";

export const POST = endpoint(signUpOperation, async ({ address, body }) => {
  await signUp({ address, request: body });
  return ok({ sent: true });
});
