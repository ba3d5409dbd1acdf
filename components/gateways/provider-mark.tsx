import { findProviderHead } from "#lib/gateways/contract-titles.ts";

/** A provider's name, with two letters of ours in place of its logo. */
export function ProviderMark({ provider }: { provider: string }) {
  const { title, builtIn = false } = findProviderHead(provider) ?? { title: provider };
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-4.5 shrink-0">
        <rect
          x="1"
          y="1"
          width="18"
          height="18"
          rx="3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          // A provider that takes no real money has a dashed outline.
          strokeDasharray={builtIn ? "3 2" : undefined}
        />
        <text
          x="10"
          y="13.5"
          textAnchor="middle"
          fontSize="9.5"
          fontWeight="600"
          fill="currentColor"
        >
          {title.slice(0, 2)}
        </text>
      </svg>
      {title}
    </span>
  );
}
