"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LookedUp } from "#components/ui/loaded.tsx";
import { LongCode } from "#components/ui/long-code.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { ActorName, type ListedEntry } from "./audit-columns.tsx";
import { describeAction } from "./audit-words.ts";

type AuditPanelProps = { entryId: string; onClose: () => void };

/** One entry in full. */
export function AuditPanel({ entryId, onClose }: AuditPanelProps) {
  const query = useAuditEntry(entryId);
  const { data: entry } = query;
  return (
    <SidePanel
      open
      onClose={onClose}
      label="Audit entry"
      title={entry ? describeAction(entry.action) : entryId}
    >
      <LookedUp
        query={query}
        subject="the entry"
        missing={{
          title: "No such audit entry",
          children: "The link may be incomplete, or lead to the trail of another organization.",
          backLabel: "Back to the audit trail",
          onBack: onClose,
        }}
      >
        {(found) => <EntryFacts entry={found} />}
      </LookedUp>
    </SidePanel>
  );
}

/** Polled, since an entry is sealed a little later than it is written. */
function useAuditEntry(entryId: string) {
  return useQuery({
    queryKey: keyOf("GET /api/console/audit/{entryId}", undefined, { entryId }),
    queryFn: ({ signal }) =>
      api("GET /api/console/audit/{entryId}", { params: { entryId }, signal }),
  });
}

function EntryFacts({ entry }: { entry: ListedEntry }) {
  const { at, environment, address, device, requestId, sequence, hash } = entry;
  return (
    <>
      <KeyValues
        rows={[
          { name: "Action", value: <LongCode>{entry.action}</LongCode> },
          { name: "Time", value: <Time at={at} as="exact" /> },
          { name: "Actor", value: <ActorFacts entry={entry} /> },
          ...(entry.target === null ? [] : [{ name: "Target", value: <Target entry={entry} /> }]),
          { name: "Environment", value: environment ?? "The whole organization" },
          { name: "Address", value: address ?? <Nothing /> },
          { name: "Device", value: device ?? <Nothing /> },
          ...(requestId === null
            ? []
            : [{ name: "Request id", value: <Id id={requestId} label="request id" /> }]),
        ]}
      />
      <Changes entry={entry} />
      <h3 className="mt-5 text-sm font-semibold">Proof</h3>
      {sequence === null || hash === null ? (
        <p className="mt-1 text-sm text-muted">
          Not sealed into the chain yet; that happens every minute.
        </p>
      ) : (
        <KeyValues
          rows={[
            { name: "Entry id", value: <Id id={entry.id} label="entry id" /> },
            { name: "Sequence", value: sequence },
            { name: "Hash", value: <Id id={hash} label="hash" /> },
          ]}
        />
      )}
    </>
  );
}

function ActorFacts({ entry }: { entry: ListedEntry }) {
  const { base } = useCurrentConsole();
  const { actorKind, actorId } = entry;
  return (
    <>
      {actorKind === "api_key" && actorId !== null ? (
        <Link href={`${base}/keys/${actorId}`} className={link}>
          <ActorName entry={entry} whole />
        </Link>
      ) : (
        <ActorName entry={entry} whole />
      )}
      {actorId === null ? null : (
        <MoreLink href={`${base}/audit?actor=${encodeURIComponent(actorId)}`}>
          Everything by this actor
        </MoreLink>
      )}
    </>
  );
}

function Target({ entry: { target, targetName } }: { entry: ListedEntry }) {
  const { base, payments } = useCurrentConsole();
  if (target === null) return null;
  const href = findPage(target, { base, payments });
  const name = targetName ?? target;
  return (
    <>
      {href === undefined ? (
        <LongCode>{name}</LongCode>
      ) : (
        <Link href={href} className={link}>
          {name}
        </Link>
      )}
      <MoreLink href={`${base}/audit?target=${encodeURIComponent(target)}`}>
        Everything about this target
      </MoreLink>
    </>
  );
}

/** The console page of the entry's object, if there is one. */
function findPage(
  target: string,
  { base, payments }: { base: string; payments: string | undefined },
): string | undefined {
  const id = encodeURIComponent(target);
  if (target.startsWith("ak_")) return `${base}/keys/${id}`;
  if (target.startsWith("usr_") && payments === undefined) return `${base}/cardholders/${id}`;
  return target.startsWith("pay_") && payments !== undefined ? `${payments}/${id}` : undefined;
}

/** The changed fields: a line for each, before and after. */
function Changes({ entry: { before, after } }: { entry: ListedEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold">Details</h3>
      <KeyValues
        rows={names.map((name) => ({
          name,
          value: <Change was={before?.[name]} is={after?.[name]} />,
        }))}
      />
    </>
  );
}

type Field = NonNullable<ListedEntry["after"]>[string] | undefined;

function Change({ was, is }: { was: Field; is: Field }) {
  if (was === undefined) return <LongCode>{describeField(is)}</LongCode>;
  if (is === undefined) return <LongCode>{`was ${describeField(was)}`}</LongCode>;
  const [before, now] = [describeField(was), describeField(is)];
  if (before === now) return <LongCode>{now}</LongCode>;
  return (
    <span className="block">
      <span className="block text-muted line-through decoration-muted/60">
        <span className="sr-only">before: </span>
        <LongCode>{before}</LongCode>
      </span>
      <span className="sr-only">after: </span>
      <LongCode>{now}</LongCode>
    </span>
  );
}

function describeField(field: Field): string {
  if (field === undefined || field === null) return "none";
  if (typeof field === "boolean") return field ? "yes" : "no";
  return typeof field === "object" ? field.join(", ") || "none" : String(field);
}

function MoreLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="block py-1 text-xs text-pine underline underline-offset-4">
      {children}
    </Link>
  );
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <LongCode>{id}</LongCode>
      <CopyButton text={id} label={label} />
    </span>
  );
}

function Nothing() {
  return <span className="text-muted">Not recorded</span>;
}

const link = "inline-block py-0.5 wrap-anywhere text-pine underline underline-offset-4";
