import { join } from "node:path";
import { writeTypes } from "#examples/clients/generate-types.ts";
import { openApiDocument } from "#lib/service/openapi.ts";

// The types of the client, from the OpenAPI document: npm run generate:types

const file = join(import.meta.dirname, "../lib/client/api-types.ts");
await writeTypes(JSON.parse(JSON.stringify(openApiDocument())), file);
