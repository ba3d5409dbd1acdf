import type { Answer } from "#lib/terminal/take-payment.ts";

/** What the service said to it; of the client secret the beginning alone. */
export function AnswerListing({ answer }: { answer: Answer }) {
  return (
    <details className="group">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-medium text-pine hover:text-pine-deep md:min-h-9">
        The answer
      </summary>
      <pre className="mt-2 border border-line bg-copy px-4 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {JSON.stringify(contentOf(answer), null, 2)}
      </pre>
    </details>
  );
}

function contentOf(answer: Answer): unknown {
  if (answer.kind === "taken") {
    const { clientSecret, ...payment } = answer.payment;
    return { success: true, data: { ...payment, clientSecret: `${clientSecret.slice(0, 12)}…` } };
  }
  const { code, message, details, requestId } = answer.error;
  return { error: { code, message, details, request_id: requestId } };
}
