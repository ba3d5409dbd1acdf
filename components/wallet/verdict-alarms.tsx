import { ShieldAlert } from "lucide-react";
import { Translated } from "#components/ui/translated.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Alarm } from "./describe-alarms.ts";

/** Why not to rely on an opened receipt. It stands before the paper, and screen readers announce it at once. */
export function VerdictAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const t = useTranslate();
  if (alarms.length === 0) return null;
  return (
    <div role="alert" className="print-alarm border-2 border-alarm bg-slip text-sm">
      <p className="flex items-center gap-3 bg-alarm px-4 py-2.5 text-base font-semibold text-on-alarm print:bg-transparent print:text-alarm">
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
        {t("Do not rely on this receipt")}
      </p>
      <ul className="divide-y divide-line px-4">
        {alarms.map(({ title, text, differs = [], keys = [], signedWith, formerName }) => (
          <li key={title} className="space-y-1 py-3 text-pretty">
            <p className="font-semibold">{title}</p>
            <p>{text}</p>
            <Differences names={differs} />
            {formerName === undefined ? null : (
              <p>
                <Translated
                  sentence="They were from {shop}."
                  parts={{ shop: <bdi>{formerName}</bdi> }}
                />
              </p>
            )}
            <Fingerprints keys={keys} label={t("Whose it was sealed for")} />
            {signedWith === undefined ? null : (
              <p>
                {t("Key fingerprint")}{" "}
                <code className="block font-mono text-xs wrap-anywhere">{signedWith}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MAX_NAMED = 6;

function Differences({ names }: { names: readonly string[] }) {
  const t = useTranslate();
  if (names.length === 0) return null;
  const more = names.length - MAX_NAMED;
  const listed = names.slice(0, MAX_NAMED).map((name, place) => (
    <span key={name}>
      {place > 0 ? ", " : ""}
      <code className="font-mono text-xs wrap-anywhere">{name.slice(0, 64)}</code>
    </span>
  ));
  const rest = more > 0 ? ` ${t.count(more, "and 1 more", "and {count} more")}` : "";
  const fields = (
    <>
      {listed}
      {rest}
    </>
  );
  return (
    <p>
      <Translated sentence="Differs in {fields}." parts={{ fields }} />
    </p>
  );
}

type FingerprintsProps = {
  /** RFC 7638 thumbprints. */
  keys: readonly string[];
  label: string;
};

/** Of keys, for comparing. */
export function Fingerprints({ keys, label }: FingerprintsProps) {
  if (keys.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-pine hover:text-pine-deep">{label}</summary>
      <ul className="mt-1">
        {keys.map((key) => (
          <li key={key}>
            <code className="font-mono text-xs wrap-anywhere">{key}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
