import { readyOperation } from "#lib/contract/service.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { checkReadiness } from "#lib/services/health/check-readiness.ts";

export const GET = endpoint(readyOperation, async () => ok(await checkReadiness()));
