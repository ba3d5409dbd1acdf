import { CodeBlock } from "#components/ui/code-block.tsx";
import { type ApiEndpoint, bodySchema, resourceSchema, writeCall } from "./api-document.ts";
import { FieldTable } from "./field-table.tsx";
import { Prose } from "./prose.tsx";
import { describeType, listFields, listForms, type Schemas } from "./schema.ts";

type EndpointSectionProps = {
  endpoint: ApiEndpoint;
  schemas: Schemas;
  /** The origin of this service. */
  origin: string;
};

/** One endpoint: its input, its answers, and a call to paste. */
export function EndpointSection({ endpoint, schemas, origin }: EndpointSectionProps) {
  const { operationId, method, path, summary, description, parameters, responses } = endpoint;
  const body = bodySchema(endpoint);
  const [form, sealedForm] = body ? listForms(body, schemas) : [];
  const resource = resourceSchema(endpoint);
  const places = { path: "In the path", query: "In the query", header: "Headers" };
  return (
    <section aria-labelledby={operationId} className="border-t border-line pt-8">
      <h3 id={operationId} className="scroll-mt-6 text-lg font-medium tracking-tight">
        <a href={`#${operationId}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-1 font-mono text-sm wrap-anywhere">
        <span className="font-semibold text-pine">{method}</span> {path}
      </p>
      {description ? <Prose markdown={description} /> : null}
      <div className="mt-5">
        <CodeBlock label="curl" code={writeCall(endpoint, origin)} />
      </div>
      {Object.entries(places).map(([place, title]) => (
        <FieldTable
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
        <FieldTable
          title="Body"
          id={`${operationId}-body`}
          description={form.description}
          of={summary}
          fields={listFields(form, schemas)}
        />
      ) : null}
      {sealedForm ? (
        <>
          <FieldTable
            title="Body where the receipt was sealed at the till"
            id={`${operationId}-sealed-body`}
            description={sealedForm.description}
            of={summary}
            fields={listFields(sealedForm, schemas)}
          />
          <div className="mt-5">
            <CodeBlock
              label="curl, with a receipt that was sealed at the till"
              code={writeCall(endpoint, origin, 1)}
            />
          </div>
        </>
      ) : null}
      {resource ? (
        <FieldTable
          title="Answer, inside data"
          of={summary}
          fields={listFields(resource, schemas)}
          isAnswer
        />
      ) : null}
      <h4 className="mt-6 text-sm font-semibold">Statuses</h4>
      <dl className="mt-2 grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1 text-sm">
        {Object.entries(responses).map(([status, response]) => (
          <div key={status} className="contents">
            <dt className="tabular-nums">{status}</dt>
            <dd className="text-muted">
              <Prose markdown={response.description} inline />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
