"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { describeError } from "#lib/browser/describe-error.ts";
import { Button } from "./button.tsx";
import { LazyConfirmDialog } from "./lazy-dialog.tsx";

type RuleSwitchProps = {
  /** The current rule. */
  title: string;
  children: ReactNode;
  /** Of the button, and of the dialog's. */
  label: string;
  /** The question of the dialog, and the effect of the change. */
  question: string;
  consequence: string;
  look: "primary" | "danger";
  change: UseMutationResult<unknown, Error, boolean>;
  /** The new value. */
  next: boolean;
  onChanged?: () => void;
  /** Id of the text that says why the button is disabled; undefined if it is not. */
  disabledBy: string | undefined;
};

/** A rule of the organization, and the button that asks before it changes it. */
export function RuleSwitch(props: RuleSwitchProps) {
  const { title, children, label, question, consequence, look, disabledBy } = props;
  const { change, next, onChanged } = props;
  const [asking, setAsking] = useState(false);
  function ask(open: boolean) {
    change.reset();
    setAsking(open);
  }
  function confirm() {
    change.mutate(next, {
      onSuccess: () => {
        setAsking(false);
        onChanged?.();
      },
    });
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 text-sm">
      <div className="min-w-0 max-w-[64ch]">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-muted text-pretty">{children}</p>
      </div>
      <Button
        look="secondary"
        disabled={disabledBy !== undefined}
        aria-describedby={disabledBy}
        onClick={() => ask(true)}
      >
        {label}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={question}
        confirmLabel={label}
        look={look}
        onConfirm={confirm}
        pending={change.isPending}
        error={change.error ? describeError(change.error) : undefined}
      >
        <p>{consequence}</p>
      </LazyConfirmDialog>
    </div>
  );
}
