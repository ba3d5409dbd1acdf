import type { PaymentAnswer } from "#lib/terminal/payment-answer.ts";

type AnswerListingProps = { title: string; answer: AskedPayment };

/** What is shown of a payment that reached the service. */
export type AskedPayment = Exclude<PaymentAnswer, { state: "not_begun" }>;

/** What the service said to it; of the client secret and the claim code the beginning alone. */
export function AnswerListing({ title, answer }: AnswerListingProps) {
  return <JsonDetails title={title} content={contentOf(answer)} />;
}

export function JsonDetails({ title, content }: { title: string; content: unknown }) {
  return (
    <details className="group">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-medium text-pine hover:text-pine-deep md:min-h-9">
        {title}
      </summary>
      <pre className="mt-2 border border-line bg-copy px-4 py-3 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {JSON.stringify(content, null, 2)}
      </pre>
    </details>
  );
}

function contentOf(answer: AskedPayment): unknown {
  if ("payment" in answer) {
    const { clientSecret, veroMetadata, ...payment } = answer.payment;
    const { claimCode, ...metadata } = veroMetadata;
    const shown = claimCode ? { ...metadata, claimCode: begin(claimCode) } : metadata;
    const data = { ...payment, clientSecret: begin(clientSecret), veroMetadata: shown };
    return { success: true, data };
  }
  const { code, message, details, requestId } = answer.error;
  return { error: { code, message, details, request_id: requestId } };
}

function begin(secret: string): string {
  return `${secret.slice(0, 12)}…`;
}
