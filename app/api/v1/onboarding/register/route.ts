import { registerUserOperation } from "#lib/contract/onboarding.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { registerUser } from "#lib/services/onboarding/register-user.ts";

export const POST = endpoint(registerUserOperation, async ({ caller, body }) => {
  const { state, user } = await registerUser({ caller, registration: body });
  return state === "created" ? created(user) : ok(user);
});
