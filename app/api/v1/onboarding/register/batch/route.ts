import {
  batchOfAnything,
  type Registration,
  registerUserOperation,
  registerUsersOperation,
  registration,
} from "#lib/cardholders/contract.ts";
import { registerUsers } from "#lib/cardholders/register-batch.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { parseBody } from "#lib/http/parse.ts";
import { refuseCardData } from "#lib/http/refuse-card-data.ts";
import { ok } from "#lib/http/reply.ts";

function readRegistration(sent: unknown): Registration {
  const body = parseBody(registration, sent);
  refuseCardData(registerUserOperation, { body });
  return body;
}

export const POST = endpoint(
  registerUsersOperation,
  async ({ caller, body: { registrations } }) =>
    ok(
      await registerUsers({
        caller,
        registrations,
        read: readRegistration,
      }),
    ),
  () => batchOfAnything,
);
