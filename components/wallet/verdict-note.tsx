import { Callout } from "#components/ui/callout.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import { describeVerdict } from "./describe-verdict.ts";
import { useLocale } from "./use-locale.ts";
import { Fingerprints } from "./verdict-alarms.tsx";

type VerdictNoteProps = {
  verdict: Verdict;
  /** The receipt's own text: a signature shows which key signed, not whose it is. */
  name: string;
};

/** What is proven about an opened receipt that nothing contradicts; nothing where nothing was claimed. */
export function VerdictNote({ verdict, name }: VerdictNoteProps) {
  const t = useTranslate();
  const locale = useLocale();
  return describeVerdict(verdict, { name, locale, t }).map((words) => (
    <Callout key={words.title} tone={words.tone} title={words.title}>
      {words.paragraphs.map(({ text, isPlain }) => (
        <p
          key={text}
          data-stored={text.includes(name) ? "receipt.shop" : undefined}
          className={isPlain ? "" : "text-muted"}
        >
          {text}
        </p>
      ))}
      {words.sealedFor ? <Fingerprints {...words.sealedFor} /> : null}
      {words.signedWith === undefined ? null : (
        <p className="text-muted">
          {t("Key fingerprint")}{" "}
          <code className="block font-mono text-xs text-ink wrap-anywhere">{words.signedWith}</code>
        </p>
      )}
    </Callout>
  ));
}
