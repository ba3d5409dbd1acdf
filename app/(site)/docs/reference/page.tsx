import type { Metadata } from "next";
import { headers } from "next/headers";
import { readOrigin } from "#app/(site)/read-origin.ts";
import {
  type ApiDocument,
  listEvents,
  listGroups,
  listTopics,
  splitBehind,
} from "#components/site/api-document.ts";
import { Contents } from "#components/site/contents.tsx";
import { EndpointSection } from "#components/site/endpoint-section.tsx";
import { EventSection } from "#components/site/event-section.tsx";
import { linkTopics } from "#components/site/link-topics.ts";
import { Prose } from "#components/site/prose.tsx";
import { SampleReceipts } from "#components/site/sample-receipts.tsx";
import { ServiceStatusLine } from "#components/site/service-status.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { config } from "#lib/config.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import { receiptFieldsTitle } from "#lib/service/openapi-receipt-fields.ts";

export const metadata: Metadata = { title: "API reference" };

export default async function ReferencePage() {
  const document = linkTopics(openApiDocument() as ApiDocument);
  const groups = listGroups(document);
  const [before, after] = splitBehind(document.info.description, receiptFieldsTitle);
  const events = listEvents(document);
  const contents = <Contents topics={listTopics(document)} groups={groups} events={events} />;
  const origin = config().baseUrl ?? readOrigin(await headers());
  return (
    <div className="mx-auto max-w-[84rem] px-5 pb-16 sm:px-10 lg:px-16">
      <header className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-3">
        <HomeLink />
        <div className="ml-auto">
          <ServiceStatusLine />
        </div>
      </header>

      <main className="mt-4 grid gap-x-16 gap-y-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="min-w-0 lg:col-start-2">
          <h1 className="text-3xl font-medium tracking-[-0.03em]">API reference</h1>
          <p className="mt-2 text-sm text-muted">
            Version {document.info.version}. To generate a client, use the{" "}
            <a
              href="/api/v1/openapi.json"
              className="text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
            >
              OpenAPI 3.1 document
            </a>{" "}
            that this page is built from.
          </p>
          <details className="mt-5 border border-line bg-slip lg:hidden">
            <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-medium">
              On this page
            </summary>
            <div className="px-4 pb-4">{contents}</div>
          </details>
          <Prose markdown={before} />
          <SampleReceipts />
          <Prose markdown={after} />
        </div>
        <div className="sticky top-6 col-start-1 row-span-2 row-start-1 max-h-[calc(100dvh-3rem)] self-start overflow-y-auto max-lg:hidden">
          {contents}
        </div>
        <div className="min-w-0 lg:col-start-2">
          {groups.map(({ name, endpoints }) => (
            <section key={name} aria-label={name} className="not-first:mt-14">
              <h2 className="mb-4 text-xl font-medium tracking-tight">{name}</h2>
              <div className="space-y-10">
                {endpoints.map((endpoint) => (
                  <EndpointSection
                    key={endpoint.operationId}
                    endpoint={endpoint}
                    schemas={document.components.schemas}
                    origin={origin}
                  />
                ))}
              </div>
            </section>
          ))}
          <section aria-label="Event types" className="mt-14">
            <h2 className="mb-4 text-xl font-medium tracking-tight">Event types</h2>
            <div className="space-y-10">
              {events.map((event) => (
                <EventSection
                  key={event.type}
                  event={event}
                  schemas={document.components.schemas}
                />
              ))}
            </div>
          </section>
        </div>
      </main>
    </div>
  );
}
