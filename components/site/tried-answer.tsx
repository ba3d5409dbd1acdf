import type { TriedCall } from "#lib/browser/try-call.ts";

/** What came back: status, duration, headers, and body. */
export function TriedAnswer({ answer }: { answer: TriedCall }) {
  if (answer.state === "failed") return <p className="text-sm text-erased">{answer.message}</p>;
  const { status, ms, headers, body } = answer;
  return (
    <section aria-label="Answer" className="space-y-2 border-t border-dashed border-line pt-3">
      <p className="text-sm">
        <span
          className={`font-semibold tabular-nums ${status < 400 ? "text-pine" : "text-erased"}`}
        >
          {status}
        </span>{" "}
        <span className="text-muted">in {ms} ms</span>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <pre className="bg-copy p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        <code>{formatJson(body)}</code>
      </pre>
    </section>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
