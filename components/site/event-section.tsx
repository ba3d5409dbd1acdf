import { CodeBlock } from "#components/ui/code-block.tsx";
import { type ApiEvent, bodySchema, listExamples } from "./api-document.ts";
import { FieldTable } from "./field-table.tsx";
import { listFields, type Schemas } from "./schema.ts";

/** One type of event: when it happens, its body, and an example. */
export function EventSection({ event, schemas }: { event: ApiEvent; schemas: Schemas }) {
  const { operationId, type, summary } = event;
  const body = bodySchema(event);
  const [example] = listExamples(event);
  return (
    <section aria-labelledby={operationId} className="border-t border-line pt-8">
      <h3 id={operationId} className="scroll-mt-6 font-mono text-base font-medium wrap-anywhere">
        <a href={`#${operationId}`} className="hover:underline">
          {type}
        </a>
      </h3>
      <p className="mt-1 text-sm">{summary}</p>
      <div className="mt-5">
        <CodeBlock label="Body" code={JSON.stringify(example, null, 2)} />
      </div>
      {body ? (
        <FieldTable title="Fields" of={type} fields={listFields(body, schemas)} isAnswer />
      ) : null}
    </section>
  );
}
