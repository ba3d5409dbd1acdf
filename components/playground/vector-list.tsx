import { Download } from "lucide-react";
import { buttonLook } from "#components/ui/button-look.ts";

/** The files of public/vectors. */
export function VectorList() {
  return (
    <div className="space-y-6">
      <ul className="divide-y divide-line border border-line bg-slip">
        {vectors.map(({ file, title, what }) => (
          <li
            key={file}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4 md:px-5"
          >
            <div className="min-w-0 max-w-[70ch] text-sm">
              <h3 className="font-medium">{title}</h3>
              <p className="mt-0.5 text-pretty text-muted">{what}</p>
              <p className="mt-1 font-mono text-xs wrap-anywhere">{file}</p>
            </div>
            <a
              href={`/vectors/${file}`}
              download={file}
              aria-label={`Download ${file}`}
              className={buttonLook("secondary", "regular")}
            >
              <Download aria-hidden="true" className="size-4 shrink-0" />
              Download
            </a>
          </li>
        ))}
      </ul>
      <p className="max-w-[72ch] text-sm text-pretty text-muted">
        The tests of both clients read these files, and two programs check them with Python’s{" "}
        <code className="font-mono text-xs">cryptography</code> alone:{" "}
        <a href="/docs/files/lib/crypto/vectors/verify_till.py" className={link}>
          verify_till.py
        </a>{" "}
        and{" "}
        <a href="/docs/files/lib/crypto/vectors/call_vectors.py" className={link}>
          call_vectors.py
        </a>
        . The private keys and secrets in them are public: use them for nothing else.
      </p>
    </div>
  );
}

const link = "text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";

const vectors = [
  {
    file: "sealed-at-the-till.json",
    title: "Receipts sealed at the till",
    what: "Keys of both kinds, envelopes for one and for several readers, with and without a signature, and 18 that a reader must refuse, each with its reason.",
  },
  {
    file: "signed-requests.json",
    title: "Signed requests",
    what: "Bodies with their X-Merchant-Signature in ES256 and EdDSA, with and without what it is for, and 11 that must be refused.",
  },
  {
    file: "webhooks.json",
    title: "Webhooks",
    what: "Deliveries with headers, body, secret, and the receiver’s clock: what your handler gets, and 10 that it must refuse.",
  },
];
