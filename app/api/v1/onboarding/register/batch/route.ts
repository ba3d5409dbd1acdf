import {
  batchOfAnything,
  registerUsersOperation,
  registration,
} from "#lib/cardholders/contract.ts";
import { registerUsers } from "#lib/cardholders/register-batch.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { parseBody } from "#lib/http/parse.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(
  registerUsersOperation,
  async ({ caller, body: { registrations } }) =>
    ok(
      await registerUsers({
        caller,
        registrations,
        read: (sent) => parseBody(registration, sent),
      }),
    ),
  () => batchOfAnything,
);
