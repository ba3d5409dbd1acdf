import { eraseUserOperation } from "#lib/contract/users.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { eraseUser } from "#lib/services/onboarding/erase-user.ts";

export const DELETE = endpoint(eraseUserOperation, async ({ caller, params }) =>
  ok(await eraseUser({ caller, ...params })),
);
