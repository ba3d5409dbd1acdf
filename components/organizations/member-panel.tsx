"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { KeysLeft } from "./keys-left.tsx";
import { MemberRole, RemoveMember } from "./member-controls.tsx";
import type { Left, MemberRow, useMembers } from "./use-team.ts";

type MemberPanelProps = Pick<MemberRow, "noticeId"> & { query: ReturnType<typeof useMembers> };

/** The members of the organization. There is no empty state: the viewer is one of them. */
export function MemberPanel({ query, noticeId }: MemberPanelProps) {
  // Here, not in the row, which disappears with the member.
  const [left, setLeft] = useState<Left>();
  return (
    <Panel
      title="Members"
      description="Members belong to the whole organization, in all of its environments."
      flush
    >
      {left && left.keys.length > 0 ? <KeysLeft left={left} /> : null}
      <MemberTable query={query} noticeId={noticeId} onRemoved={setLeft} />
    </Panel>
  );
}

type MemberTableProps = MemberPanelProps & Pick<MemberRow, "onRemoved">;

function MemberTable({ query, noticeId, onRemoved }: MemberTableProps) {
  const you = useSession().member.id;
  return (
    <Loaded query={query} subject="the members" rows={3}>
      {(members) => {
        const owners = members.filter(({ role }) => role === "owner").length;
        const rows = members.map((member) => ({
          member,
          isYou: member.id === you,
          isLastOwner: member.role === "owner" && owners === 1,
          noticeId,
          onRemoved,
        }));
        const rowKey = ({ member }: MemberRow) => member.id;
        return <Table label="Members" columns={columns} rows={rows} rowKey={rowKey} />;
      }}
    </Loaded>
  );
}

const columns: Column<MemberRow>[] = [
  {
    id: "email",
    stored: "member.email",
    title: "Member",
    cell: ({ member, isYou }) => (
      <span className="block">
        <span className="font-medium wrap-anywhere">{member.email}</span>
        {isYou ? <span className="ml-2 text-xs font-normal text-muted">You</span> : null}
      </span>
    ),
  },
  {
    id: "role",
    stored: "member.role",
    title: "Role",
    phone: "end",
    cell: (row) => <MemberRole row={row} />,
  },
  {
    id: "second-factor",
    title: "Second factor",
    cell: ({ member }) => <StatusMark look={member.secondFactor ? on : off} />,
  },
  {
    id: "seen",
    stored: "member.last_seen_at",
    title: "Last seen",
    cell: ({ member }) => (member.lastSeenAt ? <Time at={member.lastSeenAt} /> : "Not yet"),
  },
  {
    id: "joined",
    title: "Joined",
    phone: "hidden",
    cell: ({ member }) => <Time at={member.createdAt} />,
  },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (row) => <RemoveMember row={row} />,
  },
];

const on: StatusLook = { word: "On", color: "text-pine", icon: ShieldCheck };
const off: StatusLook = { word: "Off", color: "text-muted", icon: ShieldOff };
