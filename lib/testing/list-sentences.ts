import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const root = join(import.meta.dirname, "../..");

/** All that the cardholder sees comes from here; other folders are shared with English pages. */
const own = "components/{wallet,claim}/**/*.{ts,tsx}";
const shared =
  "{components/{accounts,ui,receipts},lib/wallet,lib/core,app/{wallet,claim}}/**/*.{ts,tsx}";

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
  if (node.type === "JSXText") yield { text: String(node.value).trim(), isMarkup: true };
  if (node.type === "JSXAttribute") {
    const { name, value } = node as { name?: { name?: unknown }; value?: unknown };
    const isShown = shownAttributes.has(String(name?.name));
    if (!isNode(value) || value.type !== "Literal") yield* listTexts(value);
    else if (isShown || name?.name === "sentence") {
      yield { text: String(value.value), isMarkup: isShown };
    }
    return;
  }
  if (node.type === "CallExpression" && isCount(node.callee)) {
    // English for a single one stands beside the sentence that the catalogs have.
    yield* listTexts((node.arguments as unknown[]).toSpliced(1, 1));
    return;
  }
  if (node.type === "Literal" && typeof node.value === "string") {
    yield { text: node.value, isMarkup: false };
  }
  if (node.type === "TemplateElement") {
    const { cooked = "" } = node.value as { cooked?: string };
    yield { text: cooked.trim(), isMarkup: false };
  }
  for (const [member, value] of Object.entries(node)) {
    if (member !== "type" && typeof value === "object") yield* listTexts(value);
  }
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

function isCount(callee: unknown): boolean {
  const { object, property } = callee as {
    object?: { name?: string };
    property?: { name?: string };
  };
  return object?.name === "t" && property?.name === "count";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
