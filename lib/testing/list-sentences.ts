import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const root = join(import.meta.dirname, "../..");

/** All that the cardholder sees comes from here; other folders are shared with English pages. */
const own = "components/{wallet,claim}/**/*.{ts,tsx}";
const shared =
  "{components/{ui,receipts,x-ray},lib/wallet,lib/core,app/{wallet,claim}}/**/*.{ts,tsx}";

/** Texts of these folders that no cardholder reads. */
const unseen = [
  /^useWallet belongs below WalletProvider\.$/,
  /^There is no video to show the camera in\.$/,
  // Names that are the same in every language.
  /^(?:Sealslip|Enter|AbortError|GestureEvent|Notification|PDF|CSV|JSON|JSON-LD|LETTER|Span)$/,
  // The guided demo, which is English.
  /^(?:Allow once|This wallet gets access to one receipt, once, within 2 to 3 minutes\.)$/,
];

type Node = { type: string; [member: string]: unknown };

/**
 * The sentences of the wallet's sources: `used` are those of the catalog that some source has, `unknown` what reads like a
 * sentence and is none of them.
 */
export function listSentences(catalog: readonly string[]) {
  const known = new Set(catalog);
  const used = new Set<string>();
  const unknown: string[] = [];
  for (const file of listFiles(`{${own},${shared}}`)) {
    const isOwn = /^components\/(?:wallet|claim)\//.test(file);
    const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
    for (const { text, isMarkup } of listTexts(program as unknown as Node)) {
      if (!isMarkup && known.has(text)) used.add(text);
      else if (isOwn && readsLikeText(text, isMarkup)) unknown.push(`${file}: ${text}`);
    }
  }
  return { used, unknown };
}

function listFiles(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root });
  // The words of schema.org are for programs.
  return files.filter(
    (file) => !/\.test\.tsx?$|\/(?:sample-receipts|describe-invoice)\.ts$/.test(file),
  );
}

type Text = {
  text: string;
  /** Whether it stands in the markup as it is, and reaches the page past every catalog. */
  isMarkup: boolean;
};

function* listTexts(node: unknown): Generator<Text> {
  if (Array.isArray(node)) {
    for (const one of node) yield* listTexts(one);
    return;
  }
  if (!isNode(node) || skipped.has(node.type)) return;
  switch (node.type) {
    case "JSXText":
      yield { text: String(node.value).trim(), isMarkup: true };
      return;
    case "JSXAttribute":
      yield* listOfAttribute(node);
      return;
    case "Literal":
      if (typeof node.value === "string") yield { text: node.value, isMarkup: false };
      return;
    case "TemplateElement":
      yield { text: String((node.value as { cooked?: string }).cooked).trim(), isMarkup: false };
      return;
    case "CallExpression":
      yield* listTexts([node.callee, listArguments(node)]);
      return;
    default:
      for (const member of Object.values(node)) yield* listTexts(member);
  }
}

function* listOfAttribute({ name, value }: Node): Generator<Text> {
  const called = String((name as { name?: unknown }).name);
  if (!isNode(value) || value.type !== "Literal") yield* listTexts(value);
  else if (called === "sentence") yield { text: String(value.value), isMarkup: false };
  else if (shownAttributes.has(called)) yield { text: String(value.value), isMarkup: true };
}

/** Without English for a single one, which stands beside the sentence that the catalogs have. */
function listArguments({ arguments: given, callee }: Node): unknown[] {
  const { object, property } = callee as Record<
    "object" | "property",
    { name?: string } | undefined
  >;
  const isCount = object?.name === "t" && property?.name === "count";
  return isCount ? (given as unknown[]).toSpliced(1, 1) : (given as unknown[]);
}

const skipped = new Set(["ImportDeclaration", "ImportExpression", "TSTypeAliasDeclaration"]);

const shownAttributes = new Set(
  "alt aria-label confirmLabel hint label passkeyLabel placeholder title what why".split(" "),
);

function readsLikeText(text: string, isMarkup: boolean): boolean {
  if (unseen.some((pattern) => pattern.test(text))) return false;
  // "0000 0000 0000 0000" and "clm_…" are samples of what is typed.
  if (isMarkup) return /\p{L}{2}/u.test(text) && !/^clm_/.test(text);
  // Words with a capital in front, or several words; classes have hyphens or brackets, or are lists of short names.
  return (
    /^\p{Lu}\p{Ll}+(?: \p{L}|$|[.,’])/u.test(text) ||
    /^\p{Ll}+(?: [\p{Ll}’]+){2,}[^-:[\]]*$/u.test(text)
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
