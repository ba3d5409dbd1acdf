import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { signUpOperation } from "#lib/organizations/contract.ts";
import { signUp } from "#lib/organizations/sign-up.ts";

export const POST = endpoint(signUpOperation, async ({ address, body }) =>
  created(await signUp({ address, request: body })),
);
