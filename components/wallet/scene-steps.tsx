import { breakAtSlashes } from "#components/ui/break-at-slashes.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { decodeBase64Url, decodeUtf8 } from "#lib/crypto/bytes.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import type { PlainSentence, Translate } from "#lib/languages/translate.ts";
import type { Observation, ObservedCall } from "#lib/wallet/observation.ts";
import { useLocale } from "./use-locale.ts";
import type { Scene } from "./wallet-state.ts";

/** One scene: what the person did, and step by step what followed. */
export function SceneSteps({ scene }: { scene: Scene }) {
  const t = useTranslate();
  const locale = useLocale();
  const { title, observations, startedAt, state, failure } = scene;
  const spent = observations.reduce((sum, step) => sum + millisecondsOf(step), 0);
  const steps = observations.map((observation, place) => ({ observation, key: `step-${place}` }));
  return (
    <article>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">
          {t(stateWords[state], {
            time: formatTime(startedAt, locale),
            duration: formatMilliseconds(spent, t),
          })}
        </p>
      </header>
      <ol className="divide-y divide-dashed divide-line">
        {steps.map(({ observation, key }) => (
          <li key={key} className="py-2.5">
            <Step observation={observation} />
          </li>
        ))}
      </ol>
      {failure ? <p className="text-sm text-alarm">{failure}.</p> : null}
    </article>
  );
}

function Step({ observation }: { observation: Observation }) {
  const t = useTranslate();
  if (observation.kind === "called") return <Call call={observation} />;
  if (observation.kind === "envelope_received") {
    return <EnvelopeParts envelope={observation.envelope} />;
  }
  return (
    <div className="flex items-baseline justify-between gap-4 text-sm">
      <p className="min-w-0">
        <span className="mr-2 inline-block border border-line px-1.5 text-2xs text-muted">
          {t("on this device")}
        </span>
        {describeStep(observation, t)}
      </p>
      <Duration milliseconds={observation.milliseconds} />
    </div>
  );
}

function Call({ call }: { call: ObservedCall }) {
  const t = useTranslate();
  const { method, path, sent, status, requestId } = call;
  const failed = status === undefined || status >= 400;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-mono text-xs wrap-anywhere">
          <span className="font-semibold">{method}</span> {breakAtSlashes(path)}
        </p>
        <p className="flex shrink-0 items-baseline gap-3 font-mono text-xs">
          <span className={failed ? "font-semibold text-alarm" : "font-semibold text-pine"}>
            {status ?? t("no answer")}
          </span>
          <Duration milliseconds={call.milliseconds} />
        </p>
      </div>
      <p className="mt-1 text-xs break-words text-muted">
        {sent.length > 0
          ? t("sent {fields}", {
              fields: sent.map((name) => (isNamed(name) ? t(fieldWords[name]) : name)).join(", "),
            })
          : t("sent no body")}
        {requestId ? ` · ${requestId}` : ""}
      </p>
    </div>
  );
}

/** Plain names for the fields of the PIN's calls. */
const fieldWords = {
  blinded: "a value made with the PIN that looks random and tells nothing of it (blinded)",
  proof: "a proof that the PIN was right (proof)",
} as const satisfies Record<string, PlainSentence>;

function isNamed(name: string): name is keyof typeof fieldWords {
  return Object.hasOwn(fieldWords, name);
}

function Duration({ milliseconds }: { milliseconds: number }) {
  const t = useTranslate();
  return (
    <span className="shrink-0 font-mono text-xs text-muted">
      {formatMilliseconds(milliseconds, t)}
    </span>
  );
}

type DeviceStep = Exclude<Observation, { kind: "called" | "envelope_received" }>;

function describeStep(step: DeviceStep, t: Translate): string {
  switch (step.kind) {
    case "consented":
      return step.method === "pin"
        ? t("You typed the PIN; it unlocked the wallet’s keys (the vault).")
        : t("You confirmed with the passkey; it unlocked the wallet’s keys (the vault).");
    case "card_hashed":
      return t("The card number was hashed with SHA-256.");
    case "key_made":
      return step.keyKind === "P-256"
        ? t("A P-256 key pair was generated.")
        : t("An RSA-2048 key pair was generated.");
    case "key_stored":
      return t("The private key was locked into the wallet.");
    case "opened":
      return t("The envelope was opened with the private key.");
    case "kept":
      return t("The receipt was encrypted and kept on this device.");
    case "kept_opened":
      return t.count(
        step.count,
        "1 kept receipt was decrypted, without a call.",
        "{count} kept receipts were decrypted, without a call.",
      );
    case "backup_written":
      return t("The keys were written to a file, encrypted with the passphrase.");
  }
}

function millisecondsOf(step: Observation): number {
  return "milliseconds" in step ? step.milliseconds : 0;
}

function formatMilliseconds(milliseconds: number, t: Translate): string {
  const digits = milliseconds < 10 ? 1 : 0;
  const style = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  };
  return `${new Intl.NumberFormat(t.language, style).format(milliseconds)} ms`;
}

const stateWords = {
  running: "Since {time}, {duration}",
  done: "At {time}, {duration}",
  failed: "Failed at {time}, {duration}",
} as const;

function formatTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(at);
}

/** The sealed receipt as it arrived, part by part: JWE, RFC 7516. */
function EnvelopeParts({ envelope }: { envelope: SealedReceipt }) {
  const t = useTranslate();
  const { header, aad, ciphertext, encrypted_key, iv, tag } = envelope;
  return (
    <details className="group text-sm">
      <summary className="cursor-pointer font-medium text-pine hover:text-pine-deep">
        {t.count(
          countEnvelope(envelope),
          "The envelope: 1 byte that your key opens",
          "The envelope: {count} bytes that your key opens",
        )}
      </summary>
      <dl className="mt-3 space-y-2.5 bg-copy px-4 py-3">
        <Part name="alg" what={t("how the content key is wrapped")} value={header.alg} />
        <Part name="kid" what={t("for which key")} value={header.kid} />
        {"epk" in header ? (
          <Part
            name="epk"
            what={t("a public key for this envelope alone")}
            value={`${header.epk.x} ${header.epk.y}`}
          />
        ) : null}
        <Part
          name="protected"
          what={t("how the content is sealed")}
          value={readText(envelope.protected)}
        />
        <Part name="aad" what={t("bound to this payment")} value={readText(aad)} />
        <Part name="encrypted_key" what={sizeOf(encrypted_key, t)} value={encrypted_key} />
        <Part name="iv" what={sizeOf(iv, t)} value={iv} />
        <Part name="ciphertext" what={sizeOf(ciphertext, t)} value={ciphertext} />
        <Part name="tag" what={sizeOf(tag, t)} value={tag} />
      </dl>
    </details>
  );
}

function Part({ name, what, value }: { name: string; what: string; value: string }) {
  return (
    <div>
      <dt className="flex justify-between gap-4 text-xs">
        <span className="font-mono font-semibold">{name}</span>
        <span className="text-muted">{what}</span>
      </dt>
      <dd className="mt-0.5 line-clamp-3 font-mono text-2xs break-all text-muted">{value}</dd>
    </div>
  );
}

function sizeOf(encoded: string, t: Translate): string {
  return t.count(countBytes(encoded), "1 byte", "{count} bytes");
}

/** All that the service keeps of it, counted as the service does: the header is kept as text. */
function countEnvelope({ protected: header, encrypted_key, iv, ciphertext, tag }: SealedReceipt) {
  const parts = [encrypted_key, iv, ciphertext, tag];
  return parts.reduce((sum, part) => sum + countBytes(part), header.length);
}

function countBytes(encoded: string): number {
  return Math.floor((encoded.length * 3) / 4);
}

/** The answer may contain anything; a part that is not text is shown as it is. */
function readText(encoded: string): string {
  try {
    return decodeUtf8(decodeBase64Url(encoded));
  } catch {
    return encoded;
  }
}
