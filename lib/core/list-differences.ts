/** The names of the members of two JSON objects that are not the same in both. */
export function listDifferences(one: object, other: object): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSameJson(memberOf(one, name), memberOf(other, name)));
}

/** Two values of JSON, the members of objects in any order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;

  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

/** Of its own; undefined where it has none. */
function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
