import { signInOptionsOperation } from "#lib/contract/session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getSignInOptions } from "#lib/services/session/get-sign-in-options.ts";

export const GET = endpoint(signInOptionsOperation, async () => ok(await getSignInOptions()));
