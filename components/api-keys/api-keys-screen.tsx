"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { useOpened } from "#components/console/use-opened.ts";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { ApiKeyList } from "./api-key-list.tsx";
import { useApiKeys } from "./use-api-keys.ts";

// Most visits open none of these.
const ApiKeyPanel = loadedLater(async () => (await import("./api-key-panel.tsx")).ApiKeyPanel, {
  place: "over",
});
const MissingKey = loadedLater(async () => (await import("./api-key-panel.tsx")).MissingKey, {
  place: "over",
});
const CreateKeyDialog = loadedLater(
  async () => (await import("./create-key-dialog.tsx")).CreateKeyDialog,
  { place: "over" },
);
const RevokeKeyDialog = loadedLater(
  async () => (await import("./revoke-key-dialog.tsx")).RevokeKeyDialog,
  { place: "over" },
);
const RollKeyDialog = loadedLater(
  async () => (await import("./roll-key-dialog.tsx")).RollKeyDialog,
  { place: "over" },
);

type Doing = { kind: "nothing" | "creating" } | { kind: "rolling" | "revoking"; apiKeyId: string };

/** The organization's API keys in the environment; `/keys/{id}` below the console opens one. */
export function ApiKeysScreen() {
  const { environment } = useEnvironment();
  const query = useApiKeys(environment);
  const { id: openedId, hrefOf, close } = useOpened("/keys");
  const mayChange = useMay("developer");
  const [doing, setDoing] = useState<Doing>({ kind: "nothing" });
  // A link or command can ask for the form.
  const { filters, setFilters } = useFilters(["create"]);
  const isCreating = doing.kind === "creating" || (filters.create === "key" && mayChange);
  function stop() {
    setDoing({ kind: "nothing" });
    if (filters.create) setFilters({ create: "" });
  }
  const find = (id: string | null | undefined) => query.data?.find((apiKey) => apiKey.id === id);

  const opened = find(openedId);
  const concerned = "apiKeyId" in doing ? find(doing.apiKeyId) : undefined;
  const dialog = { environment, onDone: stop };
  const menu = useExportMenu({
    download: () => downloadCsv("GET /api/console/api-keys/export", { environment }),
  });
  const makeButton = (
    <Button
      icon={Plus}
      disabled={!mayChange}
      aria-describedby={mayChange ? undefined : NOTICE}
      onClick={() => setDoing({ kind: "creating" })}
    >
      Create a key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="What your servers use to call the API. Each environment has its own keys, and a key can do only what its scopes allow."
        actions={makeButton}
        menu={menu}
      />
      <RoleNotice id={NOTICE}>Creating, rolling, and revoking keys</RoleNotice>
      <ApiKeyList query={query} hrefOf={hrefOf} action={makeButton} />
      {opened ? (
        <ApiKeyPanel
          apiKey={opened}
          next={find(opened.rolledTo)}
          hrefOf={hrefOf}
          onClose={close}
          onRoll={() => setDoing({ kind: "rolling", apiKeyId: opened.id })}
          onRevoke={() => setDoing({ kind: "revoking", apiKeyId: opened.id })}
        />
      ) : null}
      {openedId && query.data && !opened ? <MissingKey onClose={close} /> : null}
      {isCreating ? <CreateKeyDialog {...dialog} /> : null}
      {doing.kind === "rolling" && concerned ? (
        <RollKeyDialog apiKey={concerned} {...dialog} />
      ) : null}
      {doing.kind === "revoking" && concerned ? (
        <RevokeKeyDialog apiKey={concerned} {...dialog} />
      ) : null}
    </>
  );
}

const NOTICE = "api-keys-notice";
