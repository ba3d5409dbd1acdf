"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import type { CsvDownload } from "#lib/browser/download-csv.ts";
import { useMay } from "./session.tsx";

type ExportButtonProps = {
  download: () => Promise<CsvDownload>;
  /** For a list with a second format. */
  label?: string;
  disabled?: boolean;
};

/** Saves a whole list as a file for a spreadsheet; for developers and owners. */
export function ExportButton({
  download,
  label = "Export CSV",
  disabled = false,
}: ExportButtonProps) {
  const mayExport = useMay("developer");
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onSuccess: saveFile,
    onError: (error) => toast.error("Nothing was exported", { description: describeError(error) }),
  });
  if (!mayExport) return null;
  return (
    <Button
      look="secondary"
      icon={Download}
      pending={isPending}
      disabled={disabled}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
