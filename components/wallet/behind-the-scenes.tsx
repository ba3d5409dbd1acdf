"use client";

import { useEffect } from "react";
import { ServiceKnows } from "#components/receipts/service-knows.tsx";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { useWallet } from "./wallet-state.ts";

const loadSceneSteps = loadOnce(async () => (await import("./scene-steps.tsx")).SceneSteps);

/** The real calls of this session, and what the service sees and keeps of them. */
export function BehindTheScenes({ titled = true }: { titled?: boolean }) {
  const t = useTranslate();
  const { scenes, shownSeal } = useWallet();
  // The page begins without scenes, and the first one may be offline.
  useEffect(() => preload(loadSceneSteps), []);
  return (
    <div className="flex flex-col gap-8">
      {titled ? (
        <h2 className="text-2xl font-medium tracking-tight">{t("Behind the scenes")}</h2>
      ) : null}
      {scenes.length === 0 ? (
        <p className="max-w-[52ch] text-pretty text-muted">
          {t(
            "Add a card or open a receipt: each call for it appears here, with its status and its time, and each step this device takes without telling anyone.",
          )}
        </p>
      ) : (
        <Later load={loadSceneSteps}>
          {(SceneSteps) => (
            <ol className="space-y-7">
              {scenes.map((scene) => (
                <li key={scene.id}>
                  <SceneSteps scene={scene} />
                </li>
              ))}
            </ol>
          )}
        </Later>
      )}
      <ServiceKnows
        {...shownSeal}
        t={t}
        className="mt-auto grid gap-6 border-t border-dashed border-line pt-6 sm:grid-cols-2"
      />
    </div>
  );
}
