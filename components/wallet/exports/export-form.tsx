import { Download, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { ExportFormat } from "./make-file.ts";
import type { ReadableReceipt } from "./select-receipts.ts";
import { canShare, useReceiptExport } from "./use-receipt-export.ts";

type ExportFormProps = {
  receipts: readonly ReadableReceipt[];
  /** How many are sealed, and stay out of the file. */
  sealed: number;
  onClose: () => void;
  /** What else to choose. */
  children?: ReactNode;
};

/** The format, and then the progress, and the file. */
export function ExportForm({ receipts, sealed, onClose, children }: ExportFormProps) {
  const t = useTranslate();
  const [format, setFormat] = useState<ExportFormat>("pdf");
  const { cancel, done, error, file, isPending, reset, start } = useReceiptExport();
  if (file) return <Ready file={file} onClose={onClose} />;
  if (isPending) return <Progress done={done} total={receipts.length} onCancel={cancel} />;
  return (
    <form
      className="mt-4 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        start({ format, receipts, sealed });
      }}
    >
      <fieldset className="space-y-1">
        <legend className="pb-1 text-sm font-medium">{t("Format")}</legend>
        {formats.map(({ label, value, what }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="radio"
              name="format"
              value={value}
              checked={format === value}
              onChange={() => {
                reset();
                setFormat(value);
              }}
              className="mt-1 size-4 accent-pine"
            />
            <span className="text-sm">
              <span className="block font-medium">{label}</span>
              <span className="block text-muted text-pretty">{t(what)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {children}
      <FailureNote error={error} />
      <p className="text-sm text-pretty text-muted">
        {t(
          "The file is made on this device, and nothing is sent. Unlike the wallet, it is not encrypted.",
        )}
      </p>
      <Button type="submit" icon={Download} disabled={receipts.length === 0} className="w-full">
        {t("Save the file")}
      </Button>
    </form>
  );
}

const formats: { value: ExportFormat; label: string; what: PlainSentence }[] = [
  { value: "pdf", label: "PDF", what: "Looks like the paper, to print, send, or archive." },
  { value: "csv", label: "CSV", what: "A row for each item with its tax, for a spreadsheet." },
  { value: "json", label: "JSON", what: "Everything in the receipts, for programs." },
  { value: "jsonld", label: "JSON-LD", what: "Invoices in the words of schema.org, for programs." },
];

type ProgressProps = { done: number; total: number; onCancel: () => void };

function Progress({ done, total, onCancel }: ProgressProps) {
  const t = useTranslate();
  return (
    <div className="mt-4 space-y-5">
      <div className="space-y-2">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium">
            {t("Making the file")}
          </span>
          <span className="text-muted tabular-nums">{t("{done} of {total}", { done, total })}</span>
        </p>
        <progress
          aria-label={t("Receipts in the file")}
          value={done}
          max={Math.max(total, 1)}
          className="block h-1.5 w-full appearance-none bg-ink/10 [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-pine"
        />
      </div>
      <Button look="secondary" onClick={onCancel} className="w-full">
        {t("Cancel")}
      </Button>
    </div>
  );
}

function Ready({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTranslate();
  const [failed, setFailed] = useState(false);
  const save = () => saveFile({ fileName: file.name, file });

  async function share(): Promise<void> {
    setFailed(false);
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // Closing the system's sheet is no failure.
      setFailed(!(error instanceof DOMException && error.name === "AbortError"));
    }
  }

  return (
    <div className="mt-4 space-y-5">
      <p role="status" className="text-sm text-pretty wrap-anywhere">
        {canShare(file)
          ? t("{fileName} is ready.", { fileName: file.name })
          : t("{fileName} is in your downloads.", { fileName: file.name })}
      </p>
      {failed ? (
        <p role="alert" className="text-sm text-alarm">
          {t("This device could not share it. Save it instead.")}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {canShare(file) ? (
          <>
            <Button icon={Share2} onClick={() => void share()} className="grow">
              {t("Share")}
            </Button>
            <Button look="secondary" icon={Download} onClick={save} className="grow">
              {t("Save")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} className="grow">
              {t("Done")}
            </Button>
            <Button look="secondary" icon={Download} onClick={save} className="grow">
              {t("Save again")}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
