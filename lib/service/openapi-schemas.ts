import type { ZodOpenApiOverride } from "zod-openapi";
import { MAX_KEYS } from "#lib/core/body-limits.ts";

/** What zod's schemas become in the document; `bodies` are those of requests. */
export function adjustSchemas(bodies: ReadonlySet<unknown>): ZodOpenApiOverride {
  return (context) => {
    adjust(context);
    if (bodies.has(context.zodSchema)) allowNulls(context.jsonSchema);
  };
}

const adjust: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  // The `timestamp` of core/date-time.ts: a Date in the service, text on the wire.
  if (zodSchema._zod.def.type === "date") {
    Object.assign(jsonSchema, { type: "string", format: "date-time" });
  }
  // Patterns of what numbers and times look like as text repeat what type and format say.
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
  // Answers may grow without a new version: a client must not refuse a field it does not know.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Generators take a field with a default for one that must be sent; the description has it.
  delete jsonSchema.default;
  // Where the caller adds fields, there may be too many.
  if (jsonSchema.additionalProperties) jsonSchema.maxProperties = MAX_KEYS;
};

type JsonSchema = Parameters<ZodOpenApiOverride>[0]["jsonSchema"];

/** In a body `null` means that an optional field is absent. */
function allowNulls(schema: JsonSchema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || typeof field !== "object") continue;
    // Copied, since fields may share one schema.
    const nullable = { ...field };
    if (field.type) nullable.type = [field.type, "null" as const].flat();
    if (field.enum) nullable.enum = [...field.enum, null];
    Object.assign(schema.properties ?? {}, { [name]: nullable });
  }
}
