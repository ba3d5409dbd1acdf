import { ArrowRight } from "lucide-react";
import { guides } from "#docs/guides/README.md";
import { CodeTabs } from "./code-tabs.tsx";
import { DocsShell } from "./docs-shell.tsx";

/** The start of the documentation. `origin` is where the service is reached. */
export function DocsHome({ origin }: { origin: string }) {
  return (
    <DocsShell current="/docs">
      <h1 className="text-3xl leading-tight font-medium tracking-[-0.03em] text-balance sm:text-4xl">
        Documentation
      </h1>
      <p className="mt-3 max-w-[60ch] text-lg leading-7 text-pretty text-muted">
        Take payments whose receipts only the cardholder can read. Every guide has code that runs as
        it stands, in curl, TypeScript, and Python.
      </p>

      <ul className="mt-8 grid gap-4 xl:grid-cols-3">
        {paths.map(({ who, what, steps }) => (
          <li key={who} className="flex flex-col border border-line bg-slip p-5">
            <h2 className="font-semibold">{who}</h2>
            <p className="mt-1 text-sm text-pretty text-muted">{what}</p>
            <ol className="mt-3 text-sm">
              {steps.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className={`${link} inline-flex min-h-11 items-center md:min-h-8`}>
                    {label}
                  </a>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>

      <section aria-labelledby="install" className="mt-14">
        <h2 id="install" className={heading}>
          Install a client
        </h2>
        <p className="mt-2 mb-4 max-w-[68ch] text-sm text-pretty text-muted">
          This service serves the clients that belong to its version.{" "}
          <a href="/docs/clients" className={link}>
            What they do
          </a>
        </p>
        <CodeTabs label="Client" tabs={installs.map((one) => describeInstall(one, origin))} />
      </section>

      <section aria-labelledby="guides" className="mt-14">
        <h2 id="guides" className={heading}>
          Guides
        </h2>
        <div className="mt-4 gap-x-12 md:columns-2">
          {guides.groups.map(({ title, guides: entries }) => (
            <section key={title} aria-label={title} className="mb-8 break-inside-avoid">
              <h3 className="border-b border-line pb-2 text-sm font-semibold">{title}</h3>
              <ul>
                {entries.map(({ name, label, question }) => (
                  <li key={name} className="border-b border-dashed border-line last:border-0">
                    <a href={`/docs/${name}`} className="group block py-2.5 text-sm">
                      <span className="font-medium text-pine group-hover:underline">{label}</span>
                      <span className="block text-pretty text-muted">{question}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>

      <section aria-labelledby="more" className="mt-14">
        <h2 id="more" className={heading}>
          Reference and tools
        </h2>
        <ul className="mt-3 grid gap-x-12 text-sm md:grid-cols-2">
          {more.map(({ label, href, what }) => (
            <li key={href} className="border-b border-dashed border-line">
              <a href={href} className="group flex items-center justify-between gap-4 py-2.5">
                <span>
                  <span className="font-medium text-pine group-hover:underline">{label}</span>
                  <span className="block text-pretty text-muted">{what}</span>
                </span>
                <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </DocsShell>
  );
}

const heading = "scroll-mt-20 text-xl font-medium tracking-tight";
const link = "text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";

/** What each reader does first, in order. */
const paths = [
  {
    who: "I build a till",
    what: "From a key to a sale that is charged once, whatever the network does.",
    steps: [
      { label: "Your first payment", href: "/docs/first-payment" },
      { label: "A till that never charges twice", href: "/docs/till-that-never-charges-twice" },
      { label: "Going live", href: "/docs/going-live" },
    ],
  },
  {
    who: "I build a card issuer’s app",
    what: "Register cardholders, and open their receipts on their own devices.",
    steps: [
      { label: "Onboarding and opening", href: "/docs/onboarding-and-opening" },
      { label: "Identifiers and claim codes", href: "/docs/identifiers-and-claim-codes" },
      { label: "Webhooks", href: "/docs/webhooks" },
    ],
  },
  {
    who: "I decide about a product",
    what: "What it can do, who can read what, and how to see it in a minute.",
    steps: [
      { label: "Buy a coffee, open the receipt", href: "/demo" },
      { label: "Security model", href: "/docs/security-model" },
      { label: "Environments and versions", href: "/docs/environments-and-versions" },
    ],
  },
];

const installs = [
  {
    id: "ts",
    title: "TypeScript",
    command: (origin: string) => `npm install ${origin}/downloads/sealslip-client.tgz`,
  },
  {
    id: "py",
    title: "Python",
    command: (origin: string) => `pip install ${origin}/downloads/sealslip-0.1.0-py3-none-any.whl`,
  },
  {
    id: "cli",
    title: "Command line",
    command: (origin: string) => `npm install --global ${origin}/downloads/sealslip-cli.tgz`,
  },
];

function describeInstall({ id, title, command }: (typeof installs)[number], origin: string) {
  const code = command(origin);
  return {
    id,
    title,
    code,
    content: (
      <pre className="px-4 py-3.5 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    ),
  };
}

const more = [
  {
    label: "API reference",
    href: "/docs/reference",
    what: "Every call, field, event type, and status",
  },
  {
    label: "Playground",
    href: "/docs/playground",
    what: "Payments, envelopes, signatures, and webhooks in your browser",
  },
  { label: "The CLI", href: "/docs/cli", what: "Payments, events, and webhooks from a terminal" },
  { label: "OpenAPI document", href: "/api/v1/openapi.json", what: "To generate a client" },
  {
    label: "Postman collection",
    href: "/downloads/sealslip.postman_collection.json",
    what: "Every call, ready to send",
  },
  { label: "Receipt schema", href: "/schemas/receipt.json", what: "JSON Schema of a receipt" },
  { label: "Changelog", href: "/changelog", what: "What changes for callers and operators" },
  { label: "Status", href: "/status", what: "Whether the service answers now" },
  { label: "For language models", href: "/llms.txt", what: "All guides as plain Markdown" },
];
