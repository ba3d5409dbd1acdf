import type { Identifier } from "@mdn/browser-compat-data";
import { type CallExpression, type MemberExpression, type NewExpression, parse } from "acorn";
import { simple } from "acorn-walk";
import { api, isTooNew, javascript, listMembers } from "./oldest-browsers.ts";

/** All of the oldest browsers read it. Where one cannot read a script, nothing of that runs. */
const SYNTAX = 2024;

const { builtins } = javascript;

const globals: Record<string, Identifier | undefined> = {
  ...Object.fromEntries([...listMembers(api), ...listMembers(builtins)]),
  navigator: api.Navigator,
  document: api.Document,
  window: api.Window,
  crypto: api.Crypto,
};

/**
 * What a script calls or constructs that one of the oldest browsers lacks. A name that it also mentions without
 * calling it counts as one that it looks for first. Throws a SyntaxError for newer syntax.
 */
export function findNewerInScript(text: string): string[] {
  const used = new Map<string, string>();
  /** Names with where they stand; a call is seen after its parts. */
  const mentioned: { name: string; end: number }[] = [];
  const called = new Set<number>();

  function use(node: CallExpression | NewExpression): void {
    const { callee } = node;
    if (callee.type === "Identifier" && isTooNew(globals[callee.name])) {
      used.set(callee.name, callee.name);
    }
    if (callee.type !== "MemberExpression") return;
    // As in `object.name?.()`.
    if (callee.optional || ("optional" in node && node.optional)) return;
    const name = nameOf(callee);
    if (name === undefined) return;
    const owner = callee.object.type === "Identifier" ? callee.object.name : "";
    const own = globals[owner]?.[name] ?? globals[owner]?.[`${name}_static`];
    if (own ? isTooNew(own) : newMethods.has(name)) used.set(name, `${owner || "…"}.${name}`);
    called.add(callee.end);
  }

  simple(parse(text, { ecmaVersion: SYNTAX, sourceType: "module" }), {
    CallExpression: use,
    NewExpression: use,
    MemberExpression(node) {
      const name = nameOf(node);
      if (name !== undefined) mentioned.push({ name, end: node.end });
    },
    // As in `"name" in object`.
    Literal({ value, end }) {
      if (typeof value === "string") mentioned.push({ name: value, end });
    },
  });
  const lookedFor = new Set(
    mentioned.filter(({ end }) => !called.has(end)).map(({ name }) => name),
  );
  return [...used].filter(([name]) => !lookedFor.has(name)).map(([, shown]) => shown);
}

function nameOf({ computed, property }: MemberExpression): string | undefined {
  return !computed && property.type === "Identifier" ? property.name : undefined;
}

/** Our packages have methods of these names. */
const OTHERS = ["captureStackTrace", "dispose", "drop", "toArray", "toHex"];

/**
 * Methods that the language has in new versions alone. The type of an object is unknown, so that a name which some
 * older type has, too, finds nothing.
 */
const newMethods = listNewMethods();

function listNewMethods(): Set<string> {
  const types = [...listMembers(builtins), ...listMembers(api)].map(([, type]) => type);
  // One level deeper, such as Intl.DateTimeFormat.
  const members = types
    .flatMap((type) => [type, ...listMembers(type).map(([, member]) => member)])
    .flatMap(listMembers);
  const old = members.filter(([, member]) => !isTooNew(member)).map(([name]) => name);
  const excluded = new Set([...old, ...OTHERS]);
  const own = listMembers(builtins).flatMap(([, type]) => listMembers(type));
  return new Set(own.map(([name]) => name).filter((name) => !excluded.has(name)));
}
