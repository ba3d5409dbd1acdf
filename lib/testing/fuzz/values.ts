import fc from "fast-check";
import { z } from "zod";

/** As much of JSON Schema 2020-12 as zod writes. */
type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema | false;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** Real ids and keys by the name of the field, so that a call gets further than "not found". */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Values that the schema allows, or nearly: refinements in code are not known here. */
export function valuesOf(schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return fromSchema(json as JsonSchema, known);
}

function fromSchema(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, known)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.maxSafeInteger().map((value) => within(value, schema));
    case "number":
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => within(value, schema));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fromSchema(schema.items || {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return objectOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function objectOf(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(
    ([name, member]): [string, fc.Arbitrary<unknown>] => {
      const drawn = fromSchema(member, known);
      const real = known[name];
      return [
        name,
        real ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, drawn) : drawn,
      ];
    },
  );
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members);
  return fc.record(model, { requiredKeys: required });
}

function textOf({ pattern, minLength = 0, maxLength = 64, format }: JsonSchema) {
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 64)) };
  if (format === "email") return fc.emailAddress();
  if (format === "uri") return fc.webUrl();
  if (pattern === undefined) return fc.string({ unit: "grapheme", ...length });
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    // Look-arounds cannot be written from.
    return fc.string(length);
  }
}

function within(value: number, schema: JsonSchema): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? Number.MIN_SAFE_INTEGER;
  const most = schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_SAFE_INTEGER;
  return Math.min(Math.max(value, least), most);
}

const strangeTexts = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e\u2066gnp.exe",
  "𝕊𝕖𝕒𝕝",
  "é́́".repeat(200),
  "👩‍👩‍👧‍👦".repeat(300),
  "a".repeat(9000),
  "__proto__",
  "../../etc/passwd",
  "%00%2e%2e%2f",
  "' or 1=1 --",
  "{{7*7}}",
  "<script>alert(1)</script>",
  '=HYPERLINK("http://x")',
  "4242424242424242",
  "9".repeat(400),
  "2026-02-30T25:61:61Z",
  "+275760-09-13T00:00:00.001Z",
];

const strangeValues: unknown[] = [
  ...strangeTexts,
  null,
  true,
  [],
  {},
  [[[[[[[[[[[]]]]]]]]]]],
  { __proto__: null, constructor: { prototype: {} } },
  -1,
  -0,
  0.1,
  1e308,
  2 ** 53,
  -(2 ** 63),
];

export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...strangeTexts),
  fc.string({ unit: "binary", maxLength: 300 }),
);

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...strangeValues),
  strangeText,
  fc.jsonValue({ maxDepth: 12 }),
);

/** The value as it is, or with one part of it taken out, or replaced by something strange. */
export function disturbed(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(values, fc.nat(), fc.option(strangeValue, { freq: 4 }))
    .map(([value, place, strange]) => replaceAt(value, place, strange ?? undefined));
  return fc.oneof(
    { weight: 2, arbitrary: values },
    { weight: 3, arbitrary: changed },
    strangeValue,
  );
}

/** A copy with the part replaced that comes as `place` among all parts; undefined takes it out. */
function replaceAt(value: unknown, place: number, replacement: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const spots = listSpots(copy);
  const spot = spots[place % Math.max(spots.length, 1)];
  if (!spot) return replacement;
  if (replacement === undefined) Reflect.deleteProperty(spot.holder, spot.name);
  else Reflect.set(spot.holder, spot.name, replacement);
  return copy;
}

type Spot = { holder: object; name: string };

function listSpots(value: unknown): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    { holder: value, name },
    ...listSpots(part),
  ]);
}
