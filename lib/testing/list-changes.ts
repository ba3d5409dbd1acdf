type Json = Record<string, unknown>;

/** Copies of an object of JSON, each with one member changed, gone, or added, at any depth. */
export function listChanges(value: Json): [string, Json][] {
  return Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const { [name]: _gone, ...without } = value;
    const inside = typeof member === "object" && member !== null ? listChanges(member as Json) : [];
    return [
      [`${name} gone`, Array.isArray(value) ? Object.assign([...value], { [name]: "x" }) : without],
      [`${name} changed`, copyWith(value, name, member === "x" ? "y" : "x")],
      [`${name} with a member more`, copyWith(value, name, { ...Object(member), more: 1 })],
      ...inside.map(([path, changed]): [string, Json] => [
        `${name}.${path}`,
        copyWith(value, name, changed),
      ]),
    ];
  });
}

function copyWith(value: Json, name: string, member: unknown): Json {
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [name]: member });
}
