import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getPushKeyOperation } from "#lib/push/contract.ts";
import { getPushKey } from "#lib/push/subscribe.ts";

export const GET = endpoint(getPushKeyOperation, async () => ok(getPushKey()));
