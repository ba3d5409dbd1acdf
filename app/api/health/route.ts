import { healthOperation } from "#lib/contract/service.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(healthOperation, async () => ok({ status: "alive" }));
