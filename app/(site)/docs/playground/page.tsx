import type { Metadata } from "next";
import { DocsShell } from "#components/docs/docs-shell.tsx";
import { Playground } from "#components/playground/playground.tsx";

export const metadata: Metadata = {
  title: "Playground",
  description: "Payments, envelopes, signatures, and webhooks, tried out in the browser.",
};

export default function PlaygroundPage() {
  return (
    <DocsShell current="/docs/playground">
      <h1 className="text-3xl leading-tight font-medium tracking-[-0.03em] sm:text-4xl">
        Playground
      </h1>
      <p className="mt-3 max-w-[64ch] leading-7 text-pretty text-muted">
        See what the service does with your data before you write a line. Everything here runs in
        your browser, with the code that the service and the clients run: nothing is sent, and
        nothing is stored.
      </p>
      <p className="mt-6 hidden border border-line bg-slip p-5 noscript:block">
        The playground needs scripts: it does all its work in the browser.
      </p>
      <div className="mt-8 noscript:hidden">
        <Playground />
      </div>
    </DocsShell>
  );
}
