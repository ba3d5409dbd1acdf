import compile from "fast-json-stringify";
import { z } from "zod";
import { keepProtoKeys } from "./parse.ts";

type Write = (resource: unknown) => string;

const writers = new WeakMap<z.ZodType, Write>();

/** The JSON of a resource, cut to the fields of the contract. Throws if it does not match the contract. */
export function writeData(schema: z.ZodType, resource: unknown): string {
  let write = writers.get(schema);
  if (!write) {
    write = compileWriter(schema) ?? ((one) => JSON.stringify(encodeData(schema, one)));
    writers.set(schema, write);
  }
  return write(resource);
}

function encodeData(schema: z.ZodType, resource: unknown): unknown {
  const data = z.encode(schema, resource);
  keepProtoKeys(resource, data);
  return data;
}

/**
 * In one pass, in less than half the time: a page of receipts is not encoded, copied, and then serialized.
 * Undefined for the few schemas with open objects, unions, or codecs of their own.
 */
function compileWriter(schema: z.ZodType): Write | undefined {
  let isPlain = true;
  const jsonSchema = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      isPlain &&= isWrittenAlike(def, jsonSchema.format);
      // A constant of ours: no character needs escaping.
      if (def.type === "enum") jsonSchema.format = "unsafe";
    },
  });
  // From the inside out.
  const typed = JSON.parse(JSON.stringify(jsonSchema), (_, part) => allowNull(part));
  return isPlain && !JSON.stringify(typed).includes('"anyOf"') ? compile(typed) : undefined;
}

function isWrittenAlike(def: z.core.$ZodTypes["_zod"]["def"], format?: string): boolean {
  if (def.type === "object") return def.catchall === undefined;
  // The only text with another type in the service is a moment.
  if (def.type === "pipe") return format === "date-time";
  return plainTypes.has(def.type);
}

const plainTypes: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "enum",
  "literal",
  "array",
  "nullable",
  "optional",
  "readonly",
]);

/**
 * A type, or null. With a single type the serializer would write 0 for null, and 12 for 12.5; with two it
 * tells them apart, and throws for any other value.
 */
function allowNull(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  const { anyOf, type, ...rest } = part as z.core.JSONSchema.BaseSchema;
  if (typeof type === "string" && type !== "null") return { ...rest, type: [type, "null"] };
  const [value, nothing, ...more] = anyOf ?? [];
  const isNullable = value?.type && nothing?.type === "null" && more.length === 0;
  return isNullable ? { ...rest, ...value } : part;
}
