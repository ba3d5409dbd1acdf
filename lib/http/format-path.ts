/** `items[0].name`; `body` where the whole is meant. */
export function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "body";
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      const name = readableName(String(step));
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

/** A name that the caller made up is shown only as far as it reads as a name. */
function readableName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : "(unreadable name)";
}
