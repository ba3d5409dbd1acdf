import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type Fate, type FieldFate, listFates, type Sealer } from "./service-view.ts";

type FieldFatesProps = { body: object; gateway: GatewayName; sealer: Sealer };

/** The fields of a body by how the service keeps them. */
export function FieldFates({ body, gateway, sealer }: FieldFatesProps) {
  const fates = listFates(body, { gateway, sealer });
  return (
    <dl className="divide-y divide-line border border-line bg-slip text-sm">
      {order.map((fate) => {
        const fields = fates.filter((field) => field.fate === fate);
        if (fields.length === 0) return null;
        return (
          <div
            key={fate}
            className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[13rem_minmax(0,1fr)] md:px-5"
          >
            <dt>
              <span className="font-medium">{titles[fate]}</span>
              <span className="mt-0.5 block text-pretty text-muted">{meanings[sealer][fate]}</span>
            </dt>
            <dd>{fate === "sealed" ? <Names fields={fields} /> : <Notes fields={fields} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const order: Fate[] = ["kept", "hashed", "held", "sealed"];

const titles: Record<Fate, string> = {
  kept: "Readable",
  hashed: "As a keyed hash",
  held: "Encrypted",
  sealed: "In the envelope only",
};

const service: Record<Fate, string> = {
  kept: "In the database, for lists, refunds, and reports.",
  hashed: "Finds the cardholder, and cannot be turned back into a card.",
  held: "With a key of the service.",
  sealed: "The service reads it once, while it seals, and never again.",
};

const meanings: Record<Sealer, Record<Fate, string>> = {
  service,
  till: { ...service, sealed: "The service never reads it: it arrives as ciphertext." },
};

function Names({ fields }: { fields: FieldFate[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
      {fields.map(({ name }) => (
        <li key={name} className="font-mono text-xs wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  );
}

function Notes({ fields }: { fields: FieldFate[] }) {
  return (
    <ul className="space-y-1.5">
      {fields.map(({ name, note }) => (
        <li key={name} className="gap-x-4 sm:flex sm:items-baseline">
          <span className="shrink-0 font-mono text-xs wrap-anywhere sm:w-44">{name}</span>
          <span className="block text-xs text-muted">{note}</span>
        </li>
      ))}
    </ul>
  );
}
