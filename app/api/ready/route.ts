import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { readyOperation } from "#lib/service/contract.ts";
import { checkReadiness } from "#lib/service/readiness.ts";

export const GET = endpoint(readyOperation, async () => ok(await checkReadiness()));
