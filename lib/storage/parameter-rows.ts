import { columnOf } from "./column-of.ts";

/** How one value of a type is written in PostgreSQL's binary format. */
type Codec<Value> = {
  /** Of the type, as `pg_type` has it. */
  oid: number;
  /** At most, in bytes. */
  sizeOf(value: Value): number;
  /** Returns its size in bytes. */
  write(bytes: Buffer, value: Value, at: number): number;
};

const text: Codec<string> = {
  oid: 25,
  sizeOf: (value) => 3 * value.length,
  write: (bytes, value, at) => bytes.write(value, at),
};

const bytea: Codec<Uint8Array> = {
  oid: 17,
  sizeOf: (value) => value.length,
  write(bytes, value, at) {
    bytes.set(value, at);
    return value.length;
  },
};

const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);

const timestamptz: Codec<Date> = {
  oid: 1184,
  sizeOf: () => 8,
  write: (bytes, value, at) =>
    bytes.writeBigInt64BE(BigInt((value.getTime() - POSTGRES_EPOCH) * 1000), at) - at,
};

/** Buffer would cut it to one. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
  return value;
}

const smallint: Codec<number> = {
  oid: 21,
  sizeOf: () => 2,
  write: (bytes, value, at) => bytes.writeInt16BE(whole(value), at) - at,
};

const int: Codec<number> = {
  oid: 23,
  sizeOf: () => 4,
  write: (bytes, value, at) => bytes.writeInt32BE(whole(value), at) - at,
};

const bigint: Codec<number> = {
  oid: 20,
  sizeOf: () => 8,
  write: (bytes, value, at) => bytes.writeBigInt64BE(BigInt(whole(value)), at) - at,
};

const real: Codec<number> = {
  oid: 700,
  sizeOf: () => 4,
  write: (bytes, value, at) => bytes.writeFloatBE(value, at) - at,
};

const codecs = { text, bytea, timestamptz, smallint, int, bigint, real };

type Value<Type extends string> = Type extends keyof typeof codecs
  ? Parameters<(typeof codecs)[Type]["write"]>[1]
  : string;

type Row<Types> = { readonly [Name in keyof Types]: Value<Types[Name] & string> | null };

/**
 * Rows as parameters of a statement, an array for each column, which `types` gives under its name in the code. A
 * type without a codec, such as an enum, is sent as text. In the binary format, because PostgreSQL reads arrays
 * that are sent as text character by character. `values` throws a RangeError where a number does not fit its type.
 */
export function parameterRows<const Types extends Record<string, string>>(types: Types) {
  const columns = Object.entries(types).map(([name, type]) => {
    const codec: Codec<never> = type in codecs ? codecs[type as keyof typeof codecs] : text;
    return {
      name,
      column: columnOf(name),
      type,
      codec,
      sent: codec === text ? "text" : type,
    };
  });
  return {
    /** For INSERT. */
    names: columns.map(({ column }) => `"${column}"`).join(", "),
    /** For SELECT; `unnest` in FROM would store each column apart first. The first array is `$1`. */
    list: columns
      .map(({ column, type, sent }, index) => {
        const value = `unnest($${index + 1}::${sent}[])`;
        return `${value}${sent === type ? "" : `::${type}`} AS "${column}"`;
      })
      .join(", "),
    values: (rows: readonly Row<Types>[]): Buffer[] =>
      columns.map(({ name, codec }) => encodeColumn(rows, name, codec)),
  };
}

/** An array as `array_recv` of PostgreSQL reads it. */
function encodeColumn(
  rows: readonly Record<string, unknown>[],
  name: string,
  codec: Codec<never>,
): Buffer {
  const { oid, sizeOf, write } = codec;
  let size = 20;
  let hasNull = 0;
  for (const row of rows) {
    const value = row[name];
    size += 4;
    if (value === null) hasNull = 1;
    else size += sizeOf(value as never);
  }

  const bytes = Buffer.allocUnsafe(size);
  // One dimension, whose first index is 1.
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(hasNull, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(rows.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = 20;
  for (const row of rows) {
    const value = row[name];
    const length = value === null ? -1 : write(bytes, value as never, at + 4);
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(length, 0);
  }
  return bytes.subarray(0, at);
}
