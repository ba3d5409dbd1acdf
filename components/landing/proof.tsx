import type { ReactNode } from "react";

/** Opens an envelope with code that is not ours. */
export function AnyLibrary() {
  return (
    <section aria-labelledby="any-library" className="min-w-0">
      <h3 id="any-library" className="font-semibold">
        Any JOSE library opens it
      </h3>
      <p className="mt-2 text-sm leading-6 text-muted text-pretty">
        A sealed receipt is a JWE (RFC 7516): AES-256-GCM, its key wrapped by RSA-OAEP-256. The{" "}
        <TextLink href="/example.json">envelope above</TextLink> comes with its private key. Save it
        as <code className="font-mono text-xs">example.json</code>, and try it with the package{" "}
        <code className="font-mono text-xs">jose</code>:
      </p>
      <pre className="mt-3 border-l-2 border-pine bg-copy px-4 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    </section>
  );
}

const code = `import { readFile } from "node:fs/promises";
import { flattenedDecrypt, importJWK } from "jose";

const { envelope, privateKey } = JSON.parse(await readFile("example.json", "utf8"));
const key = await importJWK(privateKey, "RSA-OAEP-256");
const { additionalAuthenticatedData, plaintext } = await flattenedDecrypt(envelope, key);
const text = new TextDecoder();
// The payment that it belongs to, and the receipt.
console.log(text.decode(additionalAuthenticatedData), text.decode(plaintext));`;

/** Figures that the documents show how to measure again. */
export function Measured() {
  return (
    <section aria-labelledby="measured">
      <h3 id="measured" className="font-semibold">
        Measured, not promised
      </h3>
      <dl className="mt-3 space-y-4">
        {figures.map(({ figure, of }) => (
          <div key={of} className="flex flex-col-reverse">
            <dt className="text-sm text-muted text-pretty">{of}</dt>
            <dd className="text-2xl font-medium tracking-tight">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const figures = [
  {
    figure: "1,904 to 2,687 a second",
    of: "payments taken, sealed, and stored by two instances on two cores, beside their database",
  },
  {
    figure: "0 lost, 0 doubled",
    of: "payments while processes are killed at any step; every test run does it again",
  },
];

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
    >
      {children}
    </a>
  );
}
