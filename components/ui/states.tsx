"use client";

import { CloudOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { describeError } from "#lib/browser/describe-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { Button } from "./button.tsx";

type ErrorStateProps = {
  error: unknown;
  /** A query's `refetch`. */
  retry: () => void;
  retrying?: boolean;
};

/** Replaces data that could not be fetched: the reason, the request id for support, and a retry. */
export function ErrorState({ error, retry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto max-w-md px-5 py-8 text-center">
      <CloudOff aria-hidden="true" className="mx-auto size-6 text-alarm" strokeWidth={1.5} />
      <p className="mt-3 font-medium">This could not be loaded</p>
      <p className="mt-1 text-sm text-muted text-pretty">{describeError(error)}</p>
      {error instanceof ApiError && error.requestId ? (
        <p className="mt-2 font-mono text-xs break-all text-muted">{error.requestId}</p>
      ) : null}
      <Button look="secondary" className="mt-5" pending={retrying} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

/** Placeholder for a word or figure that is loading. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block bg-ink/10 align-middle motion-safe:animate-pulse ${className}`}
    />
  );
}

type SkeletonRowsProps = {
  /** The loading data, in words: "Loading payments". */
  label: string;
  rows?: number;
  /** If the content has no frame, its rows begin at the edge. */
  bare?: boolean;
};

/** Rows of a table or list that is loading, about as tall as the content. */
export function SkeletonRows({ label, rows = 6, bare = false }: SkeletonRowsProps) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {widths.slice(0, rows).map((width) => (
        <div
          key={width}
          className={`flex h-11 items-center justify-between gap-6 ${bare ? "" : "px-4 md:px-5"}`}
        >
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}

const widths = ["w-56", "w-40", "w-52", "w-36", "w-60", "w-44", "w-48", "w-32", "w-64", "w-28"];

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** Why it is empty, and how to get the first entry. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto max-w-md px-5 py-8 text-center">
      <span className="mx-auto grid size-12 place-items-center border border-dashed border-edge text-muted">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </span>
      <p className="mt-4 font-medium">{title}</p>
      <div className="mt-1 text-sm text-muted text-pretty">{children}</div>
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
