// In SQL, for every room that reads `payment_sum`.

/** The end of the last hour of a range that is summed; its start, if none is. */
export function summedEnd(start: string, end: string): string {
  return `
  SELECT greatest(${start}, least(until, date_bin('1 hour', ${end}::timestamptz, 'epoch')))
  FROM payment_sum_progress`;
}

/** The smallest id that a payment can have at a time in SQL: see firstIdAt. */
export function idAt(time: string): string {
  return `'pay_' || lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20)`;
}
