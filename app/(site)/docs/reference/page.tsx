import type { Metadata } from "next";
import { headers } from "next/headers";
import { readOrigin } from "#app/(site)/read-origin.ts";
import { MemberStepUp } from "#components/accounts/step-up.tsx";
import { DocsShell } from "#components/docs/docs-shell.tsx";
import {
  type ApiDocument,
  listEvents,
  listGroups,
  listTopics,
  splitBehind,
} from "#components/site/api-document.ts";
import { commonMeanings } from "#components/site/common-statuses.ts";
import { Contents } from "#components/site/contents.tsx";
import { EndpointSection } from "#components/site/endpoint-section.tsx";
import { EventSection } from "#components/site/event-section.tsx";
import { linkTopics } from "#components/site/link-topics.ts";
import { Prose } from "#components/site/prose.tsx";
import { ReceiptFields } from "#components/site/receipt-fields.tsx";
import { SampleReceipts } from "#components/site/sample-receipts.tsx";
import { Samples } from "#components/site/samples.tsx";
import { ServiceStatusLine } from "#components/site/service-status.tsx";
import { StatusList } from "#components/site/status-list.tsx";
import { writeSetup } from "#components/site/write-samples.ts";
import { config } from "#lib/config.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import { receiptFieldsTitle } from "#lib/service/openapi-receipt-fields.ts";
import { listReceiptFields } from "#lib/service/receipt-schema.ts";

export const metadata: Metadata = { title: "API reference" };

export default async function ReferencePage() {
  const document = linkTopics(openApiDocument() as ApiDocument);
  const groups = listGroups(document);
  const [before, after] = splitBehind(document.info.description, receiptFieldsTitle);
  const events = listEvents(document);
  const contents = <Contents topics={listTopics(document)} groups={groups} events={events} />;
  const origin = config().baseUrl ?? readOrigin(await headers());
  const receiptFields = listReceiptFields().map(({ path, field }) => ({
    path,
    description: field.description ?? "",
    ubl: field["x-ubl"] ?? null,
  }));
  return (
    <DocsShell current="/docs/reference" nav={contents}>
      <h1 className="text-3xl font-medium tracking-[-0.03em]">API reference</h1>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p>
          Version {document.info.version}. This page is built from the{" "}
          <PlainLink href="/api/v1/openapi.json">OpenAPI 3.1 document</PlainLink>, as is the{" "}
          <PlainLink href="/downloads/sealslip.postman_collection.json">
            Postman collection
          </PlainLink>
          .
        </p>
        <ServiceStatusLine />
      </div>
      <details className="mt-5 border border-line bg-slip lg:hidden">
        <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-medium">
          On this page
        </summary>
        <div className="px-4 pb-4">{contents}</div>
      </details>
      <Prose markdown={before} />
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted hover:text-ink">
          All fields of a receipt, with their names in UBL
        </summary>
        <ReceiptFields fields={receiptFields} />
      </details>
      <SampleReceipts />
      <Prose markdown={after} />
      <section aria-labelledby="clients" className="mt-14">
        <h2 id="clients" className="scroll-mt-20 text-xl font-medium tracking-tight">
          Calls
        </h2>
        <p className="mt-2 max-w-[72ch] text-sm">
          The samples begin with a client, which{" "}
          <PlainLink href="/docs/clients">is installed</PlainLink> from this server.
        </p>
        <div className="mt-4 max-w-3xl">
          <Samples samples={{ ...writeSetup(origin) }} />
        </div>
        <h3 className="mt-6 text-sm font-semibold">Statuses of every call</h3>
        <div className="mt-2 max-w-3xl">
          <StatusList statuses={Object.entries(commonMeanings)} />
        </div>
      </section>
      {groups.map(({ name, endpoints }) => (
        <section key={name} aria-label={name} className="mt-14">
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
        <div className="space-y-5">
          {events.map((event) => (
            <EventSection key={event.type} event={event} schemas={document.components.schemas} />
          ))}
        </div>
      </section>
      <MemberStepUp />
    </DocsShell>
  );
}

function PlainLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep"
    >
      {children}
    </a>
  );
}
