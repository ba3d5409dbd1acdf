import { Prose } from "./prose.tsx";

type ReceiptFieldsProps = {
  fields: { path: string; description: string; ubl: string | readonly string[] | null }[];
};

/** The fields of the JSON Schema of a receipt, each with its name in UBL. */
export function ReceiptFields({ fields }: ReceiptFieldsProps) {
  return (
    <dl className="text-sm">
      {fields.map(({ path, description, ubl }) => (
        <div
          key={path}
          className="grid gap-x-6 border-b border-line py-1.5 md:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt className="font-mono text-[0.8125rem] wrap-anywhere">{path}</dt>
          <dd className="text-muted">
            <Prose markdown={description} inline />
            <span className="block font-mono text-xs wrap-anywhere">
              {[ubl ?? "not in UBL"].flat().join(", ")}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
