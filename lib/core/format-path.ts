/** `items[0].name`; `body` for the whole. */
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

/** Shows a field name of the caller's only if it reads as a name, since it could be a card number. */
function readableName(name: string): string {
  const isName = /^[\w-]{1,64}$/.test(name) && name.replace(/\D+/g, "").length < 12;
  return isName ? name : "(unreadable name)";
}
