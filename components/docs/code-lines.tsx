import type { CodeToken } from "#lib/docs/contract.ts";

/** Code in colors. Long lines wrap: readers need not scroll sideways, and copying keeps the text unchanged. */
export function CodeLines({ lines }: { lines: CodeToken[][] }) {
  return (
    <pre className="px-4 py-3.5 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
      <code>
        {lines.flatMap((line, row) => [
          ...(row === 0 ? [] : ["\n"]),
          ...line.map((token, at) =>
            typeof token === "string" ? (
              token
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: code never changes its order
              <span key={`${row}-${at}`} className={colors.get(token[0])}>
                {token[1]}
              </span>
            ),
          ),
        ])}
      </code>
    </pre>
  );
}

const colors = new Map([
  ["keyword", "text-erased"],
  ["string", "text-pine"],
  ["constant", "text-escrowed"],
  ["function", "text-opened"],
  ["comment", "text-muted"],
]);
