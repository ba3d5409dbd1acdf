import { registerUserOperation } from "#lib/cardholders/contract.ts";
import { registerUser } from "#lib/cardholders/register.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const POST = endpoint(registerUserOperation, async ({ caller, body }) => {
  const { state, user } = await registerUser({ caller, registration: body });
  return state === "created" ? created(user) : ok(user);
});
