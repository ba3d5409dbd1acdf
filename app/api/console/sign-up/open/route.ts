import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openSignUpOperation } from "#lib/organizations/contract-sign-up.ts";
import { openSignUp } from "#lib/organizations/sign-up.ts";

export const POST = endpoint(openSignUpOperation, async ({ body }) => ok(await openSignUp(body)));
