import { signInOptionsOperation } from "#lib/accounts/contract.ts";
import { getSignInOptions } from "#lib/accounts/sign-in-options.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(signInOptionsOperation, async ({ address, headers }) =>
  ok(await getSignInOptions({ address, headers })),
);
