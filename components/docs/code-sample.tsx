import type { Sample } from "#lib/docs/contract.ts";
import { CodeLines } from "./code-lines.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { nameLanguage } from "./language-name.ts";

/** Code of a guide, in its languages, with what it prints. */
export function CodeSample({ sample: { tabs, output } }: { sample: Sample }) {
  return (
    <div className="guide-wide">
      <CodeTabs
        tabs={tabs.map(({ language, code, lines, output: own }) => ({
          id: language,
          title: tabs.length === 1 && language === "sh" ? "Shell" : nameLanguage(language),
          code,
          content: (
            <>
              <CodeLines lines={lines} />
              {own === undefined ? null : <Output text={own} />}
            </>
          ),
        }))}
      />
      {output === undefined ? null : (
        <div className="border-x border-b border-line bg-copy">
          <Output text={output} />
        </div>
      )}
    </div>
  );
}

function Output({ text }: { text: string }) {
  return (
    <div className="not-first:border-t not-first:border-dashed not-first:border-line px-4 py-3">
      <p className="text-2xs font-medium text-muted">Prints</p>
      <pre className="mt-1 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <samp>{text}</samp>
      </pre>
    </div>
  );
}
