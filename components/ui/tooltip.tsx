"use client";

import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";

type TooltipProps = {
  text: string;
  /** What can take focus: a hint that only a mouse finds helps half of the people. */
  children: ReactNode;
};

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 bg-ink px-2.5 py-1.5 text-xs text-paper text-pretty"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
