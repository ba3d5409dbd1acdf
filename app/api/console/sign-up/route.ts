import { signUpOperation } from "#lib/contract/sign-up.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { signUp } from "#lib/services/sign-up/sign-up.ts";

export const POST = endpoint(signUpOperation, async ({ address, body }) =>
  created(await signUp({ address, request: body })),
);
