import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openapiOperation } from "#lib/service/contract.ts";
import { openApiDocument } from "#lib/service/openapi.ts";

export const GET = endpoint(openapiOperation, async () => ok(openApiDocument()));
