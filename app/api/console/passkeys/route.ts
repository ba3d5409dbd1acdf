import {
  addPasskeyOperation,
  beginPasskeyOperation,
  listPasskeysOperation,
} from "#lib/accounts/contract-passkeys.ts";
import { addPasskey, beginPasskey, listPasskeys } from "#lib/accounts/passkeys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const GET = endpoint(listPasskeysOperation, async ({ caller }) =>
  ok({ passkeys: await listPasskeys({ caller }) }),
);

export const POST = endpoint(beginPasskeyOperation, async ({ caller }) =>
  ok(await beginPasskey({ caller })),
);

export const PUT = endpoint(addPasskeyOperation, async ({ caller, body, headers }) =>
  created(await addPasskey({ caller, ...body, userAgent: headers.get("user-agent") })),
);
