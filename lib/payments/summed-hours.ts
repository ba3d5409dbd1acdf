// In SQL, for every room that reads `payment_sum`.

/** The end of the last hour of a range that is summed; its start, if none is. */
export function summedEnd(start: string, end: string): string {
  return `
  SELECT greatest(${start}, least(until, date_bin('1 hour', ${end}::timestamptz, 'epoch')))
  FROM payment_sum_progress`;
}

/** The time in one of our ids (UUID version 7), in SQL: its first 48 bits are milliseconds. */
export function timeOf(id: string): string {
  return `to_timestamp(('x' || substr(${id}, 5, 12))::bit(48)::bigint / 1000.0::float8)`;
}

/** The smallest id that a payment can have at a time in SQL: see firstIdAt. */
export function idAt(time: string): string {
  return `'pay_' || lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20)`;
}
