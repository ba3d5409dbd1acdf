"use client";

import { type ComponentType, useState, useSyncExternalStore } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { type ToolId, toolIds, tools } from "./tools.ts";
import { VectorList } from "./vector-list.tsx";

const waiting = <SkeletonRows label="Loading the tool" rows={8} />;

const parts: Record<ToolId, ComponentType> = {
  payment: loadedLater(async () => (await import("./payment-tool.tsx")).PaymentTool, { waiting }),
  signature: loadedLater(async () => (await import("./signature-tool.tsx")).SignatureTool, {
    waiting,
  }),
  webhook: loadedLater(async () => (await import("./webhook-tool.tsx")).WebhookTool, { waiting }),
  vectors: VectorList,
  envelope: loadedLater(async () => (await import("./envelope-tool.tsx")).EnvelopeTool, {
    waiting,
  }),
};

/** The tools, one at a time. What was typed into one is still there after a look at another. */
export function Playground() {
  const chosen = useSyncExternalStore(subscribe, readTool, () => undefined);
  const [visited, setVisited] = useState<ToolId[]>([]);
  if (chosen && !visited.includes(chosen)) setVisited([...visited, chosen]);
  return (
    <>
      <nav
        aria-label="Tools"
        className="-mx-5 overflow-x-auto px-5 sm:-mx-10 sm:px-10 lg:mx-0 lg:px-0"
      >
        <ul className="flex gap-x-3.5 border-b sm:gap-x-5 border-line">
          {toolIds.map((id) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === chosen ? "true" : undefined}
                className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-pine aria-[current]:font-medium aria-[current]:text-ink"
              >
                {tools[id].name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {chosen ? null : <div className="mt-8">{waiting}</div>}
      {toolIds.map((id) => {
        const Tool = parts[id];
        return (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            hidden={id !== chosen}
            className="scroll-mt-32 pt-6"
          >
            <h2 id={`${id}-title`} className="text-xl font-medium tracking-tight">
              {tools[id].title}
            </h2>
            <p className="mt-1 mb-6 max-w-[72ch] text-sm text-pretty text-muted">
              {tools[id].about}
            </p>
            {visited.includes(id) ? <Tool /> : null}
          </section>
        );
      })}
    </>
  );
}

function readTool(): ToolId {
  const name = window.location.hash.slice(1);
  return toolIds.find((id) => id === name) ?? toolIds[0];
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
