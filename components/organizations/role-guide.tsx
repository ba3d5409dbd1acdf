"use client";

import { Check, Minus } from "lucide-react";
import { useSession } from "#components/console/session.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { includesRole, type Role, roles, scopesOfKind } from "#lib/core/permissions.ts";
import { type Right, rights, roleWords } from "./role-words.ts";

/** The rights of each role, side by side; the lowest first, as each includes those before it. */
export function RoleGuide() {
  const { kind } = useSession().organization;
  const rows = rights.filter(({ needs }) => !needs || scopesOfKind[kind].includes(needs));
  return (
    <Panel
      title="What each role can do"
      description="Enforced by the API, not only by these pages."
      flush
    >
      <Table
        label="What each role can do"
        columns={columns}
        rows={rows}
        rowKey={({ what }) => what}
      />
    </Panel>
  );
}

const columns: Column<Right>[] = [
  {
    id: "what",
    title: "Right",
    cell: ({ what }) => <span className="block text-pretty md:min-w-48">{what}</span>,
  },
  ...roles.map((role) => ({
    id: role,
    title: roleWords[role].label,
    cell: (right: Right) => <Has right={right} role={role} />,
  })),
];

function Has({ right, role }: { right: Right; role: Role }) {
  if (!includesRole(role, right.least)) {
    return (
      <>
        <Minus aria-hidden="true" className="inline size-4 text-muted" />
        <span className="sr-only">No</span>
      </>
    );
  }
  return (
    <>
      <Check aria-hidden="true" className="inline size-4 text-pine" />
      {role === "support" && right.forSupport ? (
        <span className="ml-1.5">{right.forSupport}</span>
      ) : (
        <span className="sr-only">Yes</span>
      )}
    </>
  );
}
