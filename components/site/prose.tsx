import { compiler, type MarkdownToJSX } from "markdown-to-jsx/react";
import { isValidElement, type ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";

type ProseProps = {
  markdown: string;
  /** A sentence inside something else, rather than paragraphs. */
  inline?: boolean;
};

/** Markdown of the contract, in the style of the pages. */
export function Prose({ markdown, inline = false }: ProseProps) {
  if (inline) return compiler(markdown, { overrides, forceInline: true });
  return (
    <div className="mt-3 max-w-[72ch] space-y-3 text-sm leading-6 text-pretty">
      {compiler(markdown, { overrides, forceBlock: true, wrapper: null })}
    </div>
  );
}

/** The content of a code fence, with a copy button. */
function Fenced({ children }: { children: ReactNode }) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return null;
  const { className = "", children: code } = children.props;
  const language = /lang-(\w+)/.exec(className)?.[1] ?? "";
  return <CodeBlock label={languages.get(language) ?? language} code={String(code)} />;
}

/** Scrolls by itself where it is wider than the page. */
function WideTable({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse border border-line bg-slip">{children}</table>
    </div>
  );
}

const languages = new Map([
  ["sh", "Shell"],
  ["json", "JSON"],
  ["http", "HTTP"],
  ["js", "JavaScript"],
  ["ts", "TypeScript"],
  ["python", "Python"],
]);

const overrides: MarkdownToJSX.Overrides = {
  h2: { props: { className: "scroll-mt-20 pt-4 text-lg font-medium tracking-tight" } },
  pre: Fenced,
  ul: { props: { className: "list-disc space-y-2 pl-5 marker:text-muted" } },
  ol: { props: { className: "list-decimal space-y-2 pl-6 marker:text-muted" } },
  a: {
    props: {
      className: "text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep",
    },
  },
  code: { props: { className: "bg-copy px-1 font-mono text-[0.8125rem] wrap-anywhere" } },
  table: WideTable,
  th: {
    props: {
      className: "border-b border-line px-3 py-2 text-left text-xs font-medium text-muted",
    },
  },
  td: { props: { className: "border-b border-line px-3 py-2 align-top" } },
};
