import { Fragment } from "react";

/** A call to start with, ready to paste; `origin` is where this service is reached. */
export function FirstCall({ origin }: { origin: string }) {
  const pieces = `${origin}/api/v1/onboarding/generate-keys`.split(/(?<=[a-z0-9]\/)/);
  return (
    <section aria-labelledby="first-call">
      <h2 id="first-call" className="text-sm text-muted">
        First call: a key pair, generated and not stored
      </h2>
      <pre className="mt-2 border-l-2 border-pine bg-copy px-4 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        <code className="select-all">
          {"curl -X POST \\\n  "}
          {pieces.map((piece) => (
            // A narrow screen breaks the address after a slash; the copied text has no break.
            <Fragment key={piece}>
              {piece}
              <wbr />
            </Fragment>
          ))}
          {' \\\n  -H "X-API-Key: $SEALSLIP_API_KEY"'}
        </code>
      </pre>
    </section>
  );
}
