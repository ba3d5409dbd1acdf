/**
 * Puts back what the schema library leaves out of every object it makes: a key of the input that is
 * called `__proto__`. In a receipt it is a field like any other, defined here and never assigned.
 */
export function keepProtoKeys(input: unknown, parsed: unknown): void {
  if (!isObject(input) || !isObject(parsed) || input === parsed) return;

  const sent = Object.getOwnPropertyDescriptor(input, "__proto__");
  if (sent) Object.defineProperty(parsed, "__proto__", sent);
  for (const key of Object.keys(parsed)) {
    keepProtoKeys(Reflect.get(input, key), Reflect.get(parsed, key));
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
