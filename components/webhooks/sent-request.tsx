import { CodeBlock } from "#components/ui/code-block.tsx";
import type { DeliveryDetails } from "./use-deliveries.ts";

type SentRequestProps = { request: DeliveryDetails["request"] };

/** What each attempt sends. */
export function SentRequest({ request }: SentRequestProps) {
  return (
    <section aria-labelledby={REQUEST} className="space-y-3">
      <h3 id={REQUEST} className="text-sm font-semibold">
        Request
      </h3>
      {request ? (
        <>
          <CodeBlock
            label="Request line and headers"
            code={`POST ${request.url}\n${writeHeaders(request.headers)}`}
          />
          <CodeBlock label="Body" code={indent(request.body)} />
          <p className="text-sm text-muted text-pretty">
            Each attempt also has webhook-timestamp and webhook-signature of its own. The body is
            sent without line breaks, and the signature is over those bytes.
          </p>
        </>
      ) : (
        <p className="text-sm text-muted text-pretty">
          The event is no longer kept, so it cannot be shown or sent again.
        </p>
      )}
    </section>
  );
}

const REQUEST = "delivery-request";

function writeHeaders(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** JSON with a line for each member; any other text as it is. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}
