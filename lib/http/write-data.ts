import compile from "fast-json-stringify";
import { z } from "zod";
import { keepProtoKeys } from "./parse.ts";

type Write = (resource: unknown) => string;

const writers = new WeakMap<z.ZodType, Write>();

/** The JSON of a resource, cut to the fields of the contract. Throws where it is not what the contract promises. */
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
 * In one pass, in less than half the time: a page of receipts is not encoded, copied, and then written. Undefined
 * for a schema of which something is open, one of several, or encoded in a way of its own, as few are.
 */
function compileWriter(schema: z.ZodType): Write | undefined {
  let isPlain = true;
  const jsonSchema = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      isPlain &&= isWrittenAlike(def, jsonSchema.format);
      // One of our own words: nothing in it has to be escaped.
      if (def.type === "enum") jsonSchema.format = "unsafe";
    },
  });
  // From the innermost part outward.
  const typed = JSON.parse(JSON.stringify(jsonSchema), (_, part) => allowNull(part));
  return isPlain && !JSON.stringify(typed).includes('"anyOf"') ? compile(typed) : undefined;
}

function isWrittenAlike(def: z.core.$ZodTypes["_zod"]["def"], format?: string): boolean {
  if (def.type === "object") return def.catchall === undefined;
  // The only text that is something else in the service is a moment.
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
 * A type, or null. With a single type the serializer would write 0 for null, and 12 for 12.5; with two it tells
 * them apart, and throws for what is neither.
 */
function allowNull(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  const { anyOf, type, ...rest } = part as z.core.JSONSchema.BaseSchema;
  if (typeof type === "string" && type !== "null") return { ...rest, type: [type, "null"] };
  const [value, nothing, ...more] = anyOf ?? [];
  const isNullable = value?.type && nothing?.type === "null" && more.length === 0;
  return isNullable ? { ...rest, ...value } : part;
}
