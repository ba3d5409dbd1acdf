import { QrCode } from "#components/ui/qr-code.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { KeyWords } from "./key-words.tsx";
import { useLocale } from "./use-locale.ts";

type PairingCodeProps = {
  userCode: string;
  /** ISO 8601 */
  expiresAt: string;
  publicKey: string;
};

/** What the cardholder tells the bank's agent, or lets them scan. */
export function PairingCode({ userCode, expiresAt, publicKey }: PairingCodeProps) {
  const t = useTranslate();
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(expiresAt));
  return (
    <>
      <section
        aria-labelledby="pairing-code"
        className="border border-line bg-slip p-5 text-center"
      >
        <h2 id="pairing-code" className="text-sm font-medium text-muted">
          {t("1. Tell your bank this code")}
        </h2>
        <p className="mt-2 font-mono text-3xl font-medium tracking-wider">{userCode}</p>
        <p className="mt-1 text-sm text-muted">{t("Valid until {time}, and once", { time })}</p>
        <QrCode text={userCode} label={t("QR code of this code")} className="mx-auto mt-4 w-36" />
      </section>
      <section aria-labelledby="pairing-words" className="border border-line bg-slip p-5">
        <h2 id="pairing-words" className="text-sm font-medium text-muted">
          {t("2. When your bank asks, read out these eight words")}
        </h2>
        <div className="mt-3">
          <KeyWords publicKey={publicKey} />
        </div>
        <p className="mt-3 text-sm text-pretty text-muted">
          {t(
            "Your bank sees the words of the phone that shows the code. If they are not the same, it is not this phone.",
          )}
        </p>
      </section>
      <p role="status" className="text-sm text-pretty text-muted">
        {t("Waiting for your bank. This page goes on by itself once it has approved this phone.")}
      </p>
    </>
  );
}
