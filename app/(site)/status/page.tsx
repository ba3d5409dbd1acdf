import type { Metadata } from "next";
import { DocsShell } from "#components/docs/docs-shell.tsx";
import { StatusBoard } from "#components/site/status-board.tsx";

export const metadata: Metadata = {
  title: "Status",
  description: "Whether the service and its parts work now.",
};

export default function StatusPage() {
  return (
    <DocsShell current="/status">
      <h1 className="text-3xl leading-tight font-medium tracking-[-0.03em] sm:text-4xl">Status</h1>
      <p className="mt-3 mb-6 max-w-[60ch] leading-7 text-pretty text-muted">
        What your browser gets from this service at this moment. For a monitor, ask{" "}
        <a
          href="/api/ready"
          className="text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
        >
          /api/ready
        </a>
        : it answers 200 or 503.
      </p>
      <p className="mb-6 hidden border border-line bg-slip p-5 noscript:block">
        This page needs scripts to ask the service. The link above answers without them.
      </p>
      <div className="max-w-3xl noscript:hidden">
        <StatusBoard />
      </div>
    </DocsShell>
  );
}
