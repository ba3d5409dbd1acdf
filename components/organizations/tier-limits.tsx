import { Panel } from "#components/ui/panel.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { RateClass } from "#lib/core/tiers.ts";
import type { ShownOrganization } from "./use-organization.ts";

/** The limits of this deployment, with the organization's own tier marked. */
export function TierLimits({ organization }: { organization: ShownOrganization }) {
  const rows = organization.limits.map((row) => ({
    ...row,
    isYours: row.tier === organization.tier,
  }));
  return (
    <Panel
      title="Tier and limits"
      description="Requests per minute for each API key and each signed-in member. The operator of this installation sets the tier."
      flush
    >
      <Table
        label="Limits of each tier"
        columns={columns}
        rows={rows}
        rowKey={({ tier }) => tier}
      />
    </Panel>
  );
}

type Row = ShownOrganization["limits"][number] & { isYours: boolean };

const columns: Column<Row>[] = [
  {
    id: "tier",
    title: "Tier",
    cell: ({ tier, isYours }) => (
      <span className="flex items-center gap-2.5">
        <span className={`capitalize ${isYours ? "font-medium" : ""}`}>{tier}</span>
        {isYours ? (
          <span className="border border-pine px-1.5 py-0.5 text-xs font-medium text-pine">
            Yours
          </span>
        ) : null}
      </span>
    ),
  },
  limitColumn("keyGeneration", "Key generation"),
  limitColumn("writes", "Writes"),
  limitColumn("reads", "Reads"),
];

function limitColumn(rateClass: RateClass, title: string): Column<Row> {
  return {
    id: rateClass,
    title,
    numeric: true,
    cell: ({ limits, isYours }) => (
      <span className={`tabular-nums ${isYours ? "font-medium" : "text-muted"}`}>
        {limits[rateClass].toLocaleString("en-US")}
      </span>
    ),
  };
}
