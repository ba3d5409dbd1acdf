import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { confirmSignUpOperation } from "#lib/organizations/contract-sign-up.ts";
import { confirmSignUp } from "#lib/organizations/sign-up.ts";

export const POST = endpoint(confirmSignUpOperation, async ({ body }) =>
  created(await confirmSignUp(body)),
);
