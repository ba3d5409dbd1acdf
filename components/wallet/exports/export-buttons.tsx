"use client";

import { Download } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { ExportListSheet, ExportOneSheet } from "./export-sheet.tsx";

// Most visits save nothing, so that its code comes when it is asked for.
const LaterListSheet = loadedLater(
  async () => (await import("./export-sheet.tsx")).ExportListSheet,
  {
    place: "over",
  },
);
const LaterOneSheet = loadedLater(async () => (await import("./export-sheet.tsx")).ExportOneSheet, {
  place: "over",
});

/** Saves what the list shows, as far as this device can read it. */
export function ExportListButton(props: Omit<ComponentProps<typeof ExportListSheet>, "onClose">) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="ghost" size="small" icon={Download} onClick={() => setOpen(true)}>
        {t("Save as a file")}
      </Button>
      {open ? <LaterListSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Saves one receipt that is open. */
export function ExportOneButton(props: Omit<ComponentProps<typeof ExportOneSheet>, "onClose">) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" icon={Download} onClick={() => setOpen(true)} className="grow">
        {t("Save as a file")}
      </Button>
      {open ? <LaterOneSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
