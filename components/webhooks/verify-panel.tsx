import { CodeBlock } from "#components/ui/code-block.tsx";
import { Panel } from "#components/ui/panel.tsx";

type VerifyPanelProps = {
  /** A program that verifies a delivery. */
  receiver: string;
  url: string;
  mayTest: boolean;
};

/** How to get from a secret to a first verified delivery. */
export function VerifyPanel({ receiver, url, mayTest }: VerifyPanelProps) {
  return (
    <Panel
      title="How to verify a delivery"
      description={
        <>
          Deliveries are signed as Standard Webhooks describes: <Code>webhook-signature</Code> is an
          HMAC-SHA-256 over <Code>webhook-id</Code>, <Code>webhook-timestamp</Code>, and the raw
          body. Its libraries check it, and{" "}
          <a
            href={VERIFYING}
            target="_blank"
            rel="noopener"
            className="text-pine underline underline-offset-4"
          >
            the reference
          </a>{" "}
          explains it.
        </>
      }
    >
      <ol className="list-decimal space-y-3 pl-5 text-sm">
        <li>
          Save this program as <Code>receiver.mjs</Code>. It needs nothing but Node.js, and listens
          on port 4000 unless <Code>PORT</Code> names another.
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-medium text-pine hover:text-pine-deep md:min-h-9">
              Show the program
            </summary>
            <CodeBlock label="receiver.mjs, for Node.js" code={receiver} />
          </details>
        </li>
        <li className="space-y-2">
          <p>Run it with the secret of this endpoint.</p>
          <CodeBlock label="Shell" code={runReceiver("whsec_…", url)} />
        </li>
        {mayTest ? (
          <li>“Send test event” above: the program prints “verified”, and answers 204.</li>
        ) : null}
      </ol>
    </Panel>
  );
}

/** On this machine, it listens where the endpoint is. */
export function runReceiver(secret: string, url: string): string {
  const { hostname, port } = new URL(url);
  const isHere = hostname === "localhost" || hostname === "127.0.0.1";
  const variable = isHere && port !== "" && port !== "4000" ? `PORT=${port} ` : "";
  return `${variable}WEBHOOK_SECRET="${secret}" node receiver.mjs`;
}

const VERIFYING = "/docs/reference#verifying-a-webhook";

function Code({ children }: { children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}
