import { z } from "zod";
import type { createDocument, ZodOpenApiOverride } from "zod-openapi";
import { MAX_KEYS } from "#lib/core/body-limits.ts";
import { fieldsOfSchemas } from "#lib/receipts/contract-fields.ts";

/** How zod's schemas appear in the document. */
export const adjustSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  // The `timestamp` of core/date-time.ts: a Date in the service, text on the wire.
  if (zodSchema._zod.def.type === "date") {
    Object.assign(jsonSchema, { type: "string", format: "date-time" });
  }
  // Patterns for the text of numbers and times repeat type and format.
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
  // Answers may grow without a new version: a client must accept unknown fields.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Generators treat a field with a default as required; the description has it.
  delete jsonSchema.default;
  // Where callers may add fields, there may be too many.
  if (jsonSchema.additionalProperties) jsonSchema.maxProperties = MAX_KEYS;
  const fields = fieldsOfSchemas[z.globalRegistry.get(zodSchema)?.id ?? ""];
  if (fields) jsonSchema.properties = { ...jsonSchema.properties, ...describeFields(fields) };
};

/** Fields that are documented and, in a body, taken in any shape. */
function describeFields(fields: Readonly<Record<string, z.ZodType>>) {
  const described = Object.entries(fields).map(([name, shape]) => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: "input" });
    return [name, schema];
  });
  return Object.fromEntries(described);
}

type Document = ReturnType<typeof createDocument>;
type Schema = NonNullable<NonNullable<Document["components"]>["schemas"]>[string];

/**
 * In a body, `null` means that an optional field is absent. Takes the finished document, which contains the
 * schemas that several bodies share.
 */
export function allowNullsInBodies({ paths = {}, components }: Document): void {
  const bodies = Object.values(paths)
    .flatMap(({ post, put, patch, delete: remove }) => [post, put, patch, remove])
    .map((operation) => operation?.requestBody)
    .map((body) => (body && "content" in body ? body.content["application/json"] : undefined))
    .map((media) => (media && "schema" in media ? media.schema : undefined))
    .map((schema) => (schema && isRef(schema) ? findNamed(schema.$ref) : schema));
  for (const schema of new Set(bodies)) if (schema) allowNulls(schema);

  function findNamed(ref: string): Schema | undefined {
    return components?.schemas?.[ref.slice("#/components/schemas/".length)];
  }
}

function allowNulls(schema: Schema): void {
  if (isRef(schema) || typeof schema === "boolean") return;
  const { properties = {}, required = [] } = schema;
  for (const [name, field] of Object.entries(properties)) {
    if (required.includes(name) || isRef(field) || typeof field === "boolean") continue;
    // Copied, since fields may share one schema.
    const nullable = { ...field };
    if (field.type) nullable.type = [field.type, "null" as const].flat();
    if (field.enum) nullable.enum = [...field.enum, null];
    properties[name] = nullable;
  }
}

function isRef(schema: Schema): schema is Schema & { $ref: string } {
  return typeof schema === "object" && "$ref" in schema;
}
