/** The header of an answer to a create that charges in a currency that the caller did not name. */
export function warnOfDefaults(sent: unknown): Record<string, string> {
  const currency: unknown = Reflect.get(Object(sent), "currency");
  if (currency !== undefined && currency !== null) return {};
  return { Warning: '299 - "currency was not given: usd"' };
}
