import {
  beginPasskeyStepUpOperation,
  stepUpByPasskeyOperation,
} from "#lib/accounts/contract-step-up.ts";
import { beginPasskeyStepUp, stepUpByPasskey } from "#lib/accounts/step-up.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(beginPasskeyStepUpOperation, async ({ caller }) =>
  ok(await beginPasskeyStepUp({ caller })),
);

export const PUT = endpoint(stepUpByPasskeyOperation, async ({ caller, body }) =>
  ok(await stepUpByPasskey({ caller, ...body })),
);
