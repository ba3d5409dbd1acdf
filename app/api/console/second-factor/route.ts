import {
  beginSecondFactorOperation,
  confirmSecondFactorOperation,
  removeSecondFactorOperation,
} from "#lib/contract/second-factor.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { beginOwnSecondFactor } from "#lib/services/second-factor/begin-second-factor.ts";
import { confirmOwnSecondFactor } from "#lib/services/second-factor/confirm-second-factor.ts";
import { removeOwnSecondFactor } from "#lib/services/second-factor/remove-second-factor.ts";

export const POST = endpoint(beginSecondFactorOperation, async ({ caller }) =>
  created(await beginOwnSecondFactor({ caller })),
);

export const PUT = endpoint(confirmSecondFactorOperation, async ({ caller, body }) =>
  ok({ recoveryCodes: await confirmOwnSecondFactor({ caller, ...body }) }),
);

export const DELETE = endpoint(removeSecondFactorOperation, async ({ caller, address, body }) => {
  await removeOwnSecondFactor({ caller, address, ...body });
  return ok({ removed: true });
});
