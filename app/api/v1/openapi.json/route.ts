import { openApiDocument } from "#lib/contract/openapi.ts";
import { openapiOperation } from "#lib/contract/service.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(openapiOperation, async () => ok(openApiDocument()));
