import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { healthOperation } from "#lib/service/contract.ts";

export const GET = endpoint(healthOperation, async () => ok({ status: "alive" }));
