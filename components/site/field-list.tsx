import type { ReactNode } from "react";
import { Prose } from "./prose.tsx";
import { type FieldNode, nestFields, type SchemaField } from "./schema.ts";

type FieldListProps = {
  title: string;
  /** To link to this part alone. */
  id?: string | undefined;
  /** What holds for all of the fields. Markdown. */
  description?: string | undefined;
  /** The owner of the fields, for screen readers. */
  of: string;
  fields: SchemaField[];
  /** Closed at first; of an answer, whose fields no caller has to send. */
  isAnswer?: boolean;
};

/** So many optional fields are listed at once; more are opened. */
const MAX_OPTIONAL = 6;

/** The fields of one part of a call; renders nothing if there are none. */
export function FieldList({ title, id, description, of, fields, isAnswer }: FieldListProps) {
  if (fields.length === 0) return null;
  const nodes = nestFields(fields);
  if (isAnswer) {
    return (
      <More title={title}>
        <Fields nodes={nodes} label={`${title}: ${of}`} isAnswer />
      </More>
    );
  }
  const optional = nodes.filter(({ isRequired }) => !isRequired);
  const isLong = optional.length > MAX_OPTIONAL;
  const shown = isLong ? nodes.filter(({ isRequired }) => isRequired) : nodes;
  return (
    <section aria-label={`${title}: ${of}`} className="mt-6">
      <h4 id={id} className="scroll-mt-20 text-sm font-semibold">
        {id ? (
          <a href={`#${id}`} className="hover:underline">
            {title}
          </a>
        ) : (
          title
        )}
      </h4>
      {description ? <Prose markdown={description} /> : null}
      {shown.length > 0 ? <Fields nodes={shown} label={`${title}: ${of}`} /> : null}
      {isLong ? (
        <More title={`${optional.length} optional fields`}>
          <Fields nodes={optional} label={`${title}, optional: ${of}`} />
        </More>
      ) : null}
    </section>
  );
}

function Fields({
  nodes,
  label,
  isAnswer = false,
}: {
  nodes: readonly FieldNode[];
  label: string;
  isAnswer?: boolean;
}) {
  return (
    <ul aria-label={label} className="mt-2 border-t border-line text-sm">
      {nodes.map((node) => (
        <li key={node.path} className="border-b border-line py-2">
          <p className="wrap-anywhere">
            <code className="font-mono text-[0.8125rem] font-medium">{node.name}</code>{" "}
            <span className="text-xs text-muted">
              {node.type}
              {isAnswer && !node.isRequired ? ", not always" : ""}
            </span>
            {!isAnswer && node.isRequired ? (
              <span className="ml-2 text-xs text-erased">required</span>
            ) : null}
          </p>
          {node.description ? (
            <p className="mt-0.5 text-pretty text-muted">
              <Prose markdown={node.description} inline />
            </p>
          ) : null}
          {node.fields.length > 0 ? (
            <More title={`Fields of ${node.name}`}>
              <Fields nodes={node.fields} label={`${node.path}: ${label}`} isAnswer={isAnswer} />
            </More>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-2 text-sm open:border-l-2 open:border-line open:pl-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink md:min-h-8 md:py-1.5">
        {title}
      </summary>
      {children}
    </details>
  );
}
