/** The parts of JSON Schema (2020-12) that the contract's document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  /** Objects, of which a value is one. */
  oneOf?: Schema[];
  enum?: (string | null)[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxItems?: number;
};

export type Schemas = Record<string, Schema>;

export type SchemaField = {
  /** From the top, such as `items[].unitPrice`. */
  path: string;
  type: string;
  isRequired: boolean;
  description: string;
};

/** The fields of an object; those of nested objects follow the field that contains them. */
export function listFields(schema: Schema, schemas: Schemas, prefix = ""): SchemaField[] {
  const { properties = {}, required = [] } = mergeForms(resolve(schema, schemas), schemas);
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(property, schemas);
    const entry = field.items && resolve(field.items, schemas);
    const path = `${prefix}${name}`;
    return [
      {
        path,
        type: describeType(field, schemas),
        isRequired: required.includes(name),
        description: field.description ?? "",
      },
      ...listFields(entry ?? field, schemas, entry ? `${path}[].` : `${path}.`),
    ];
  });
}

/** The forms of a body, or the schema itself where there is one. */
export function listForms(schema: Schema, schemas: Schemas): Schema[] {
  const { oneOf } = resolve(schema, schemas);
  return (oneOf ?? [schema]).map((form) => resolve(form, schemas));
}

/** The fields of all forms of an object; required are those that each form requires. */
function mergeForms(schema: Schema, schemas: Schemas): Schema {
  if (!schema.oneOf) return schema;
  const forms = listForms(schema, schemas);
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = [...names].map((name) => {
    const ofForms = forms.flatMap(({ properties: fields = {} }) => fields[name] ?? []);
    return [name, mergeField(ofForms)] as const;
  });
  return {
    properties: Object.fromEntries(properties),
    required: [...names].filter((name) => forms.every(({ required }) => required?.includes(name))),
  };
}

/** Where forms differ in the one value that a field may have, it is any of these. */
function mergeField([first = {}, ...others]: Schema[]): Schema {
  const values = [first, ...others].map((field) => field.const);
  if (others.length === 0 || !values.every((value) => typeof value === "string")) return first;
  const { const: _, ...field } = first;
  return { ...field, enum: values };
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : { ...schemas[name], ...schema };
}

/** Such as `string, up to 64 characters` or `integer, 1 to 100`. */
export function describeType(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(" | ");
  const limits = [describeLength(schema), describeRange(schema)].filter(Boolean);
  return [nameType(schema, schemas), ...limits].join(", ");
}

function nameType({ type, format, items }: Schema, schemas: Schemas): string {
  if (items) return `array of ${describeType(resolve(items, schemas), schemas)}`;
  if (format === "date-time") return "date and time";
  return Array.isArray(type) ? type.join(" or ") : (type ?? "anything");
}

function describeLength({ minLength, maxLength, maxItems }: Schema): string {
  if (maxItems !== undefined) return `at most ${count(maxItems)}`;
  if (maxLength === undefined) return "";
  if (minLength === maxLength) return `${count(maxLength)} characters`;
  return `${minLength ? `${count(minLength)} to` : "up to"} ${count(maxLength)} characters`;
}

function describeRange({ minimum, exclusiveMinimum, maximum }: Schema): string {
  // The bounds of every integer are not worth mentioning.
  const lowest = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const highest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (exclusiveMinimum !== undefined) return `above ${count(exclusiveMinimum)}`;
  if (lowest !== undefined && highest !== undefined) return `${count(lowest)} to ${count(highest)}`;
  if (lowest !== undefined) return `at least ${count(lowest)}`;
  return highest === undefined ? "" : `at most ${count(highest)}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

export type FieldNode = SchemaField & { name: string; fields: FieldNode[] };

/** The fields with those of nested objects below them, required ones first. */
export function nestFields(fields: readonly SchemaField[]): FieldNode[] {
  const roots: FieldNode[] = [];
  const nodes = new Map<string, FieldNode>();
  for (const field of fields) {
    const cut = field.path.lastIndexOf(".");
    const parent = nodes.get(field.path.slice(0, Math.max(cut, 0)).replace(/\[\]$/, ""));
    const node = { ...field, name: parent ? field.path.slice(cut + 1) : field.path, fields: [] };
    nodes.set(field.path, node);
    (parent?.fields ?? roots).push(node);
  }
  return sortRequired(roots);
}

function sortRequired(nodes: FieldNode[]): FieldNode[] {
  const sorted = nodes.map((node) => ({ ...node, fields: sortRequired(node.fields) }));
  return sorted.sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}
