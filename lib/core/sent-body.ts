import { z } from "zod";

// How a body is read that a caller sent, by the service and by whatever checks what it made of it.

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** UTF-8 with or without a byte order mark. Throws for other bytes. */
export function decodeBody(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** The body without `null` for optional fields of the schema, where it means that they are absent. */
export function dropNulls(schema: z.ZodType, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject)) return sent;
  if (typeof sent !== "object" || sent === null) return sent;
  if (!Object.values(sent).includes(null)) return sent;

  const { shape } = schema;
  const kept = Object.entries(sent).filter(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : schema.def.catchall;
    return value !== null || !accepts(field, undefined) || accepts(field, null);
  });
  return Object.fromEntries(kept);
}

function accepts(field: z.core.$ZodType | undefined, value: unknown): boolean {
  return field !== undefined && z.safeParse(field, value).success;
}
