import { compiler, type MarkdownToJSX } from "markdown-to-jsx/react";

type ProseProps = {
  markdown: string;
  /** A sentence inside something else, rather than paragraphs. */
  inline?: boolean;
};

/** What the contract says in Markdown, in the look of the pages. */
export function Prose({ markdown, inline = false }: ProseProps) {
  if (inline) return compiler(markdown, { overrides, forceInline: true });
  return (
    <div className="mt-3 max-w-[72ch] space-y-3 text-sm leading-6 text-pretty">
      {compiler(markdown, { overrides, forceBlock: true, wrapper: null })}
    </div>
  );
}

const overrides: MarkdownToJSX.Overrides = {
  code: { props: { className: "bg-copy px-1 font-mono text-[0.8125rem] wrap-anywhere" } },
  table: { props: { className: "w-full border-collapse border border-line bg-slip" } },
  th: {
    props: {
      className: "border-b border-line px-3 py-2 text-left text-xs font-medium text-muted",
    },
  },
  td: { props: { className: "border-b border-line px-3 py-2 align-top" } },
};
