"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import {
  type OwnSession,
  useEndAllSessions,
  useEndOtherSessions,
  useEndSession,
  useSessions,
} from "./use-sessions.ts";

/** The member's sessions. There is no empty state: this browser is one of them. */
export function SessionsPanel() {
  return (
    <Panel
      title="Sessions"
      description="Where you are signed in. End the ones that you do not recognize or no longer use."
      flush
    >
      <SessionTable />
      <div className="flex flex-wrap gap-2 border-t border-dashed border-line px-4 py-4 md:px-5">
        <EndOtherSessions />
        <EndAllSessions />
      </div>
    </Panel>
  );
}

function SessionTable() {
  const { data: sessions, error, isPending, isFetching, refetch } = useSessions();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the sessions" rows={2} />;
  return <Table label="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}

const columns: Column<OwnSession>[] = [
  {
    id: "device",
    stored: "session.user_agent",
    title: "Device",
    cell: ({ device, current }) => (
      <span className="block">
        <span className="font-medium">{device}</span>
        {current ? <span className="ml-2 text-muted text-xs">This browser</span> : null}
      </span>
    ),
  },
  {
    id: "address",
    stored: "session.address",
    title: "Signed in from",
    cell: ({ address }) => address ?? <span className="text-muted">Unknown</span>,
  },
  {
    id: "began",
    stored: "session.created_at",
    title: "Signed in",
    phone: "hidden",
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: "used",
    stored: "session.last_seen_at",
    title: "Last used",
    cell: (row) => <Time at={row.lastSeenAt} />,
  },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (session) => (session.current ? null : <EndSession session={session} />),
  },
];

function EndSession({ session }: { session: OwnSession }) {
  const end = useEndSession(session);
  return (
    <Button
      size="small"
      look="ghost"
      className="max-w-none text-alarm max-md:-ml-2.5 md:-mr-2.5"
      aria-label={`Sign out ${session.device}`}
      pending={end.isPending || end.isSuccess}
      onClick={() =>
        end.mutate(undefined, {
          onError: (error) => toast.error("Not signed out", { description: describeError(error) }),
        })
      }
    >
      Sign out
    </Button>
  );
}

function EndOtherSessions() {
  const { data: sessions } = useSessions();
  const end = useEndOtherSessions();
  const [asking, setAsking] = useState(false);
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  function ask(open: boolean) {
    end.reset();
    setAsking(open);
  }
  return (
    <>
      <Button look="secondary" disabled={others === 0} onClick={() => ask(true)}>
        Sign out everywhere else
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        look="primary"
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              toast.success("You are signed in only here");
            },
          })
        }
        pending={end.isPending}
        error={end.error ? describeError(end.error) : undefined}
      >
        <p>All of your sessions but this one end at once. API keys keep working.</p>
      </LazyConfirmDialog>
    </>
  );
}

function EndAllSessions() {
  const [asking, setAsking] = useState(false);
  const end = useEndAllSessions();
  function ask(open: boolean) {
    end.reset();
    setAsking(open);
  }
  return (
    <>
      <Button look="secondary" icon={LogOut} onClick={() => ask(true)}>
        Sign out everywhere
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        look="primary"
        onConfirm={() => end.mutate()}
        pending={end.isPending || end.isSuccess}
        error={end.error ? describeError(end.error) : undefined}
      >
        <p>All of your sessions end at once, including this one. API keys keep working.</p>
      </LazyConfirmDialog>
    </>
  );
}
