import { z } from "zod";
import type { createDocument, ZodOpenApiOverride } from "zod-openapi";
import { MAX_KEYS } from "#lib/core/body-limits.ts";
import { fieldsOfSchemas } from "#lib/receipts/contract-fields.ts";

/** How zod's schemas appear in the document. */
export const adjustSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  // The `timestamp` of core/date-time.ts: a Date in the service, text on the wire.
  if (zodSchema._zod.def.type === "date") {
    Object.assign(jsonSchema, { type: "string", format: "date-time" });
  }
  // Patterns for the text of numbers and times repeat type and format.
  if (jsonSchema.format === "date-time" || jsonSchema.type === "integer") delete jsonSchema.pattern;
  // Answers may grow without a new version: a client must accept unknown fields.
  if (io === "output" && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  // Generators treat a field with a default as required; the description has it.
  delete jsonSchema.default;
  // Where callers may add fields, there may be too many.
  if (jsonSchema.additionalProperties) jsonSchema.maxProperties = MAX_KEYS;
  // Alternatives without a type of their own, beside the fields, become a union with `unknown` in openapi-typescript.
  if (jsonSchema.type === "object" && jsonSchema.anyOf) {
    jsonSchema.allOf = [{ anyOf: jsonSchema.anyOf }];
    delete jsonSchema.anyOf;
  }
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
 * What zod's schemas do not say of bodies, in the finished document, which contains the schemas that several bodies
 * share: `null` means that an optional field is absent, and of two forms only the second has `sealedReceipt`.
 */
export function completeBodies({ paths = {}, components }: Document): void {
  const bodies = Object.values(paths)
    .flatMap(({ post, put, patch, delete: remove }) => [post, put, patch, remove])
    .map((operation) => operation?.requestBody)
    .map((body) => (body && "content" in body ? body.content["application/json"] : undefined))
    .map((media) => (media && "schema" in media ? media.schema : undefined))
    .map((schema) => (schema ? listForms(schema).map(resolve) : []));
  for (const schema of new Set(bodies.flat())) if (schema) allowNulls(schema);
  for (const [form, sealedForm] of bodies) if (form && sealedForm) excludeSealed(form);

  function resolve(schema: Schema): Schema | undefined {
    if (!isRef(schema)) return schema;
    return components?.schemas?.[schema.$ref.slice("#/components/schemas/".length)];
  }
}

/** As a field, and not by `not`, which generators of clients ignore. */
function excludeSealed(schema: Schema): void {
  if (isRef(schema) || typeof schema === "boolean") return;
  const sealedReceipt = {
    type: "null" as const,
    description: "Only in the other form of this body, for a receipt that was sealed at the till",
  };
  schema.properties = { ...schema.properties, sealedReceipt };
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

/** The schemas of which a body is one. */
function listForms(schema: Schema): Schema[] {
  return (!isRef(schema) && typeof schema === "object" && schema.oneOf) || [schema];
}

function isRef(schema: Schema): schema is Schema & { $ref: string } {
  return typeof schema === "object" && "$ref" in schema;
}
