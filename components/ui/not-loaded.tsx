"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { isFileGone } from "#lib/browser/load-failure.ts";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { useTranslate } from "./use-translate.ts";

/** `screen`: in place of all that the page is about. `over`: at the lower edge of the page. */
export type Place = "here" | "screen" | "over";

type NotLoadedProps = {
  error: unknown;
  place?: Place;
  lossNote?: string | undefined;
  /** Absent where the person repeats what they did instead. */
  onRetry?: (() => void) | undefined;
};

/** Why code did not arrive: after an upgrade only a reload helps, else another try does. */
export function NotLoaded({ error, place = "here", lossNote, onRetry }: NotLoadedProps) {
  const t = useTranslate();
  const [isGone, setGone] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    void isFileGone(error).then((gone) => {
      if (isCurrent) setGone(gone);
    });
    return () => {
      isCurrent = false;
    };
  }, [error]);
  if (isGone === undefined) return null;

  const note = isGone ? (
    <NewVersion lossNote={lossNote ?? t(TYPED_NOTE)} />
  ) : (
    <Unreachable onRetry={onRetry} />
  );
  if (place === "here") return note;
  if (place === "screen") {
    return (
      <>
        <h1 className="sr-only">{t("This screen could not be loaded")}</h1>
        {note}
      </>
    );
  }
  // On the body: a parent may be hidden, inert, or transformed.
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-60 p-4">
      <div className="pointer-events-auto mx-auto max-w-xl shadow-xl">{note}</div>
    </div>,
    document.body,
  );
}

const TYPED_NOTE = "What you typed here and have not sent is lost when you reload.";

function NewVersion({ lossNote }: { lossNote: string }) {
  const t = useTranslate();
  return (
    <Callout tone="alarm" title={t("A new version is here")}>
      <p className="text-muted">
        {t("This page was opened before an upgrade, and cannot load the rest of itself.")}{" "}
        {lossNote}
      </p>
      <p className="pt-2">
        {/* Only on request: a page that reloads by itself may do so for ever. */}
        <Button look="secondary" size="small" onClick={() => window.location.reload()}>
          {t("Reload the page")}
        </Button>
      </p>
    </Callout>
  );
}

function Unreachable({ onRetry }: Pick<NotLoadedProps, "onRetry">) {
  const t = useTranslate();
  return (
    <Callout tone="alarm" title={t("The service cannot be reached")}>
      <p className="text-muted">
        {t("This part could not be loaded. What is already here stays.")}
      </p>
      {onRetry ? (
        <p className="pt-2">
          <Button look="secondary" size="small" onClick={onRetry}>
            {t("Try again")}
          </Button>
        </p>
      ) : null}
    </Callout>
  );
}
