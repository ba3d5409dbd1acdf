import {
  type ApiEndpoint,
  bodySchema,
  listExamples,
  resourceSchema,
  writeCall,
} from "./api-document.ts";
import { listOwnStatuses } from "./common-statuses.ts";
import { FieldList } from "./field-list.tsx";
import { Prose } from "./prose.tsx";
import { Samples } from "./samples.tsx";
import { describeType, listFields, listForms, type Schemas } from "./schema.ts";
import { StatusList } from "./status-list.tsx";
import { TryIt } from "./try-it.tsx";
import { writePython, writeTypeScript } from "./write-samples.ts";

type EndpointSectionProps = {
  endpoint: ApiEndpoint;
  schemas: Schemas;
  /** The origin of this service. */
  origin: string;
};

/** One endpoint: its input, its answers, and calls to paste beside them. */
export function EndpointSection({ endpoint, schemas, origin }: EndpointSectionProps) {
  const { operationId, method, path, summary, description, parameters } = endpoint;
  const body = bodySchema(endpoint);
  const [form, sealedForm] = body ? listForms(body, schemas) : [];
  const resource = resourceSchema(endpoint);
  const places = { path: "In the path", query: "In the query", header: "Headers" };
  const samples = (index: number) => ({
    sh: writeCall(endpoint, origin, index),
    ts: writeTypeScript(endpoint, index),
    py: writePython(endpoint, index),
  });
  return (
    <section aria-labelledby={operationId} className="border-t border-line pt-8">
      <h3 id={operationId} className="scroll-mt-20 text-lg font-medium tracking-tight">
        <a href={`#${operationId}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-1 font-mono text-sm wrap-anywhere">
        <span className="font-semibold text-pine">{method}</span> {path}
      </p>
      <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0">
          {description ? <Prose markdown={description} /> : null}
          {Object.entries(places).map(([place, title]) => (
            <FieldList
              key={place}
              title={title}
              of={summary}
              fields={parameters
                .filter((parameter) => parameter.in === place)
                .map(({ name, required = false, description: says, schema }) => ({
                  path: name,
                  type: describeType(schema, schemas),
                  isRequired: required,
                  description: says ?? "",
                }))}
            />
          ))}
          {form ? (
            <FieldList
              title="Body"
              id={`${operationId}-body`}
              description={form.description}
              of={summary}
              fields={listFields(form, schemas)}
            />
          ) : null}
          {sealedForm ? (
            <FieldList
              title="Body where the receipt was sealed at the till"
              id={`${operationId}-sealed-body`}
              description={sealedForm.description}
              of={summary}
              fields={listFields(sealedForm, schemas)}
            />
          ) : null}
          {resource ? (
            <FieldList
              title="Answer, inside data"
              of={summary}
              fields={listFields(resource, schemas)}
              isAnswer
            />
          ) : null}
          <div className="mt-4">
            <StatusList statuses={listOwnStatuses(endpoint)} />
          </div>
        </div>
        <div className="mt-5 min-w-0 space-y-4 self-start xl:sticky xl:top-20">
          <Samples samples={samples(0)} />
          {sealedForm ? (
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink md:min-h-8 md:py-1.5">
                With a receipt that was sealed at the till
              </summary>
              <Samples samples={samples(1)} />
            </details>
          ) : null}
          <TryIt
            call={{
              operationId,
              summary,
              method,
              path,
              isOpen: endpoint.security !== undefined,
              fields: parameters
                .filter((parameter) => parameter.in !== "header")
                .map(({ name, in: place, required = false }) => ({ name, place, required })),
              ...(body && { body: JSON.stringify(listExamples(endpoint)[0] ?? {}, null, 2) }),
            }}
          />
        </div>
      </div>
    </section>
  );
}
