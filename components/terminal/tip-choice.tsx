"use client";

import { useState } from "react";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { exponentOf, formatDecimal, parseMoney } from "#lib/core/money.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import type { Tip } from "#lib/terminal/totals.ts";

type TipChoiceProps = { shop: Shop; tip: Tip; onChange: (tip: Tip) => void };

/** Far more than anyone tips, in the major unit. */
const MAX_TIP = 1_000;

export function TipChoice({ shop, tip, onChange }: TipChoiceProps) {
  const [text, setText] = useState(() => writeTip(tip, shop.currency));
  const isTyped = tip.kind === "amount" || tip.kind === "unreadable";

  function choose(value: string) {
    setText("");
    if (value === "none") return onChange({ kind: "none" });
    if (value === "amount") return onChange({ kind: "amount", amount: 0 });
    onChange({ kind: "percent", percent: Number(value) });
  }

  function type(typed: string) {
    setText(typed);
    const amount = readTip(typed, shop.currency);
    onChange(amount === undefined ? { kind: "unreadable" } : { kind: "amount", amount });
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span aria-hidden="true" className="text-sm max-sm:sr-only">
          Tip
        </span>
        <SegmentedControl
          label="Tip"
          value={tip.kind === "percent" ? String(tip.percent) : isTyped ? "amount" : "none"}
          options={[
            { value: "none", label: "None" },
            ...shop.tips.map((percent) => ({ value: String(percent), label: `${percent}%` })),
            { value: "amount", label: "Other" },
          ]}
          onChange={choose}
        />
      </div>
      {isTyped ? (
        <TextField
          label={`Tip in ${shop.currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={tip.kind === "unreadable" ? describeWrong(shop.currency) : undefined}
          onChange={(event) => type(event.target.value)}
        />
      ) : null}
    </div>
  );
}

function writeTip(tip: Tip, currency: string): string {
  return tip.kind === "amount" && tip.amount > 0 ? formatDecimal({ ...tip, currency }) : "";
}

/** Undefined if it is not an amount. A comma is accepted as the decimal point. */
function readTip(typed: string, currency: string): number | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return 0;
  try {
    const amount = parseMoney(text, currency);
    return amount >= 0 && amount <= MAX_TIP * 10 ** exponentOf(currency) ? amount : undefined;
  } catch {
    return undefined;
  }
}

function describeWrong(currency: string): string {
  const example = exponentOf(currency) === 0 ? "200" : "2.50";
  return `must be an amount such as ${example}, and ${MAX_TIP} at most`;
}
