import { type Column, Table } from "#components/ui/table.tsx";
import { Prose } from "./prose.tsx";
import type { SchemaField } from "./schema.ts";

type FieldTableProps = {
  title: string;
  /** To link to this part alone. */
  id?: string | undefined;
  /** What holds for all of the fields. Markdown. */
  description?: string | undefined;
  /** The owner of the fields, for screen readers. */
  of: string;
  fields: SchemaField[];
  /** Fields of an answer are present or absent; no caller has to send them. */
  isAnswer?: boolean;
};

/** The fields of one part of a call; renders nothing if there are none. */
export function FieldTable({
  title,
  id,
  description,
  of,
  fields,
  isAnswer = false,
}: FieldTableProps) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4 id={id} className="mt-6 scroll-mt-6 text-sm font-semibold">
        {id ? (
          <a href={`#${id}`} className="hover:underline">
            {title}
          </a>
        ) : (
          title
        )}
      </h4>
      {description ? <Prose markdown={description} /> : null}
      <div className="mt-2 border border-line bg-slip">
        <Table
          label={`${title}: ${of}`}
          columns={isAnswer ? answerColumns : columns}
          rows={fields}
          rowKey={({ path }) => path}
        />
      </div>
    </>
  );
}

const name: Column<SchemaField> = {
  id: "name",
  title: "Field",
  cell: ({ path }) => (
    <code className="font-mono text-[0.8125rem] wrap-anywhere md:whitespace-nowrap">{path}</code>
  ),
};
const meaning: Column<SchemaField> = {
  id: "meaning",
  title: "What it is",
  phone: "plain",
  cell: ({ type, description }) => (
    <div>
      <span className="block text-muted">{type}</span>
      <Prose markdown={description} inline />
    </div>
  ),
};
const required: Column<SchemaField> = {
  id: "required",
  title: "Required",
  cell: ({ isRequired }) => (isRequired ? "yes" : <span className="text-muted">no</span>),
};
const always: Column<SchemaField> = { ...required, title: "Always" };

const columns = [name, required, meaning];
const answerColumns = [name, always, meaning];
