import { CodeBlock } from "#components/ui/code-block.tsx";
import { type ApiEvent, bodySchema, listExamples } from "./api-document.ts";
import { FieldList } from "./field-list.tsx";
import { listFields, type Schemas } from "./schema.ts";

/** One type of event: when it happens, its body, and an example. */
export function EventSection({ event, schemas }: { event: ApiEvent; schemas: Schemas }) {
  const { operationId, type, summary } = event;
  const body = bodySchema(event);
  const [example] = listExamples(event);
  return (
    <section aria-labelledby={operationId} className="border-t border-line pt-5">
      <h3 id={operationId} className="scroll-mt-20 font-mono text-base font-medium wrap-anywhere">
        <a href={`#${operationId}`} className="hover:underline">
          {type}
        </a>
      </h3>
      <p className="mt-1 text-sm">{summary}</p>
      {body ? (
        <FieldList title="Fields" of={type} fields={listFields(body, schemas)} isAnswer />
      ) : null}
      <details className="mt-2 text-sm">
        <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink md:min-h-8 md:py-1.5">
          Example
        </summary>
        <CodeBlock label="Body" code={JSON.stringify(example, null, 2)} />
      </details>
    </section>
  );
}
