import type { HighlighterCore } from "shiki";
import type { CodeToken } from "./contract.ts";

/** Languages with a grammar; code in another one stays in one color. */
const grammars = ["sh", "ts", "js", "py", "json", "http", "swift", "kotlin", "sql", "html", "yaml"];

/** What of the code has a color of its own, by the name that Shiki gives its variable. */
const kinds = new Map([
  ["var(--token-keyword)", "keyword"],
  ["var(--token-string-expression)", "string"],
  ["var(--token-constant)", "constant"],
  ["var(--token-function)", "function"],
  ["var(--token-comment)", "comment"],
]);

/** Loads what is needed to tell the parts of code apart. Only the build does. */
export async function loadHighlighter(): Promise<
  (code: string, language: string) => CodeToken[][]
> {
  const { createCssVariablesTheme, createHighlighter, createJavaScriptRegexEngine } = await import(
    "shiki"
  );
  const theme = createCssVariablesTheme({ name: "kinds", variablePrefix: "--" });
  const highlighter: HighlighterCore = await createHighlighter({
    themes: [theme],
    langs: grammars,
    // In place of WebAssembly, which takes longer to load than these grammars take.
    engine: createJavaScriptRegexEngine(),
  });
  return (code, language) => {
    const lang = grammars.includes(language) ? language : "text";
    const { tokens } = highlighter.codeToTokens(code, { lang, theme: "kinds" });
    return tokens.map((line) =>
      joinAlike(line.map(({ color, content }) => [kinds.get(color ?? ""), content])),
    );
  };
}

/** Neighbors of one kind become one, and what has no kind is text alone: fewer elements. */
function joinAlike(parts: (readonly [kind: string | undefined, text: string])[]): CodeToken[] {
  const joined: [kind: string | undefined, text: string][] = [];
  for (const [kind, text] of parts) {
    const last = joined.at(-1);
    const isBlank = text.trim() === "";
    if (last && (last[0] === kind || isBlank)) last[1] += text;
    else joined.push([kind, text]);
  }
  return joined.map(([kind, text]) => (kind === undefined ? text : [kind, text]));
}
