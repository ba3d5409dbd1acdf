import { Time } from "#components/ui/time.tsx";
import type { TimelineEntry } from "#lib/contract/console-payment.ts";
import { describeEntry } from "./timeline-words.ts";

type PaymentTimelineProps = { entries: readonly TimelineEntry[]; currency: string };

/** From the first transition down to the last. */
export function PaymentTimeline({ entries, currency }: PaymentTimelineProps) {
  return (
    <ol className="text-sm">
      {entries.map((entry) => {
        const { icon: Icon, color, title, note } = describeEntry(entry, currency);
        return (
          <li
            key={`${entry.kind} ${entry.at}`}
            className="relative flex gap-3 pb-5 before:absolute before:top-7 before:bottom-1 before:left-[0.8125rem] before:border-l before:border-dashed before:border-edge last:pb-0 last:before:hidden"
          >
            <span
              className={`grid size-[1.625rem] shrink-0 place-items-center border border-line bg-paper ${color}`}
            >
              <Icon aria-hidden="true" className="size-3.5" />
            </span>
            <div className="min-w-0 grow pt-0.5 md:flex md:justify-between md:gap-4">
              <div className="min-w-0">
                <p className="font-medium">{title}</p>
                {note ? <p className="text-muted text-pretty">{note}</p> : null}
              </div>
              <p className="shrink-0 text-xs/5 text-muted">
                <Time at={entry.at} as="exact" />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
