import { Callout } from "#components/ui/callout.tsx";

/** The passwords of the demo are random for each installation: they stand where it keeps its data. */
export function DemoHint() {
  return (
    <Callout title="This is a demo installation">
      <p className="text-muted">
        Its sign-ins were printed when it started, and stand in{" "}
        <code className="font-mono text-xs text-ink">demo.json</code> in its data folder:{" "}
        <code className="font-mono text-xs text-ink">.data/demo.json</code>, unless{" "}
        <code className="font-mono text-xs text-ink">DATA_DIR</code> names another.
      </p>
    </Callout>
  );
}
