"use client";

import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import {
  checkLogo,
  type LogoCheck,
  logoTypes,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
} from "#lib/core/logo.ts";
import { useChangeLogo } from "./use-organization.ts";

type LogoFormProps = {
  logo: string | null;
  /** Of the text that says why the controls are disabled. */
  noticeId: string;
};

/** The logo on receipts: a picture is saved as soon as it is chosen. */
export function LogoForm({ logo, noticeId }: LogoFormProps) {
  const mayChange = useMay("owner");
  const input = useRef<HTMLInputElement>(null);
  const change = useChangeLogo();
  const [unfit, setUnfit] = useState<string>();
  const { atFields, elsewhere } = sortRefusal(change.error, ["logo"]);

  async function save(file: File): Promise<void> {
    change.reset();
    const check = await checkFile(file);
    setUnfit(check.state === "refused" ? check.reason : undefined);
    if (check.state === "refused") return;
    change.mutate(check.uri, {
      onSuccess: () => toast.success("Receipts have this logo from now on"),
    });
  }

  function remove(): void {
    setUnfit(undefined);
    change.mutate(null, {
      onSuccess: () => {
        toast.success("The logo is removed");
        // The button is gone, so the previous file must not stay selected.
        if (input.current) input.current.value = "";
        input.current?.focus();
      },
    });
  }

  return (
    <div className="flex max-w-xl flex-wrap items-start gap-x-6 gap-y-4">
      {logo ? (
        // White, as on the receipt.
        <div className="grid size-28 shrink-0 place-items-center border border-line bg-[white] p-2">
          {/* biome-ignore lint/performance/noImgElement: a data URI has nothing to optimize */}
          <img src={logo} alt="The logo on receipts" className="max-h-full max-w-full" />
        </div>
      ) : (
        <div className="grid size-28 shrink-0 place-items-center border border-dashed border-line text-sm text-muted">
          No logo
        </div>
      )}
      <div className="min-w-0 flex-1 basis-64 space-y-3">
        <FileField
          ref={input}
          label="Logo on receipts"
          optional
          hint={`PNG, JPEG, or WebP, at most ${MAX_LOGO_BYTES / 1024} KB and ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} pixels. It is sealed inside each new receipt that brings no logo of its own.`}
          accept={logoTypes.join(",")}
          disabled={!mayChange || change.isPending}
          error={unfit ?? atFields.logo ?? elsewhere}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void save(file);
          }}
        />
        {logo ? (
          <Button
            look="secondary"
            size="small"
            icon={Trash2}
            pending={change.isPending}
            disabled={!mayChange}
            aria-describedby={mayChange ? undefined : noticeId}
            onClick={remove}
          >
            Remove the logo
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The server judges by the header alone; the browser can decode the picture. */
async function checkFile(file: File): Promise<LogoCheck> {
  // Before it is read: the file may be huge.
  const bytes = await file.slice(0, MAX_LOGO_BYTES + 1).arrayBuffer();
  const check = checkLogo(new Uint8Array(bytes));
  if (check.state === "refused") return check;
  try {
    (await createImageBitmap(file)).close();
    return check;
  } catch {
    return { state: "refused", reason: "is damaged: this browser cannot show it" };
  }
}
