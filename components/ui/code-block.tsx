"use client";

import { CopyButton } from "./copy.tsx";

type CodeBlockProps = {
  /** The kind of code: "curl", "Python". */
  label: string;
  code: string;
};

/** Long lines wrap: readers need not scroll sideways, and copying keeps the text unchanged. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <figure className="min-w-0 border border-line bg-copy">
      <figcaption className="flex min-h-11 items-center justify-between gap-3 border-b border-dashed border-line pr-1 pl-4 text-xs text-muted md:min-h-9">
        {label}
        <CopyButton text={code} label={`code: ${label}`} />
      </figcaption>
      <pre className="px-4 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
