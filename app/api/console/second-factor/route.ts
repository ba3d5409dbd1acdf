import {
  beginSecondFactorOperation,
  confirmSecondFactorOperation,
  removeSecondFactorOperation,
} from "#lib/accounts/contract.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from "#lib/accounts/second-factor.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const POST = endpoint(beginSecondFactorOperation, async ({ caller }) =>
  created(await beginSecondFactor({ caller })),
);

export const PUT = endpoint(confirmSecondFactorOperation, async ({ caller, body }) =>
  ok({ recoveryCodes: await confirmSecondFactor({ caller, ...body }) }),
);

export const DELETE = endpoint(removeSecondFactorOperation, async ({ caller }) => {
  await removeSecondFactor({ caller });
  return ok({ removed: true });
});
