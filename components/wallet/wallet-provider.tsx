"use client";

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import type { Annotation } from "#lib/wallet/annotation.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import type { Observation } from "#lib/wallet/observation.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { createQuestion } from "./consent-question.ts";
import { Sheet } from "./sheet.tsx";
import {
  type ConsentQuestion,
  type OpeningRun,
  type Scene,
  type ShownSeal,
  WalletContext,
  type WalletState,
} from "./wallet-state.ts";
import { WalletStepUp } from "./wallet-step-up.tsx";

const scenesKept = 30;

const loadConsentForm = loadOnce(async () => (await import("./consent-form.tsx")).ConsentForm);

/** What the wallet's pages share, in memory: a reload forgets all of it. */
export function WalletProvider({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [scenes, setScenes] = useState<Scene[]>([]);
  const [opened, setOpened] = useState<ReadonlyMap<string, SealedContent>>(new Map());
  const [annotations, setAnnotations] = useState<ReadonlyMap<string, Annotation>>(new Map());
  const [openingRun, setOpeningRun] = useState<OpeningRun>();
  const [shownSeal, showSeal] = useState<ShownSeal>();
  const [question, setQuestion] = useState<ConsentQuestion>();

  const play = useCallback<WalletState["play"]>(
    async (title, work) => {
      const id = crypto.randomUUID();
      const observations: Observation[] = [];
      const change = (part: Partial<Scene>) =>
        setScenes((all) => all.map((scene) => (scene.id === id ? { ...scene, ...part } : scene)));

      const scene: Scene = { id, title, startedAt: Date.now(), state: "running", observations };
      setScenes((all) => [scene, ...all].slice(0, scenesKept));
      try {
        const result = await work((observation) => {
          observations.push(observation);
          change({ observations: [...observations] });
        });
        change({ state: "done" });
        return result;
      } catch (error) {
        // Without observations (after a wrong PIN, say), there is nothing to show.
        if (observations.length === 0) setScenes((all) => all.filter((one) => one.id !== id));
        else change({ state: "failed", failure: nameFailure(error, t) });
        throw error;
      }
    },
    [t],
  );

  const confirm = useCallback<WalletState["confirm"]>(
    async (words, work) => {
      const sceneTitle = words.title.replace(/\?$/, "");
      const { question, outcome } = createQuestion(words, {
        work: (consent) => play(sceneTitle, (observe) => work(consent, observe)),
        // Another question may have been asked since.
        close: () => setQuestion((shown) => (shown === question ? undefined : shown)),
      });
      setQuestion(question);
      return await outcome;
    },
    [play],
  );

  const keepOpened = useCallback<WalletState["keepOpened"]>((receipts) => {
    setOpened((known) => new Map([...known, ...receipts]));
  }, []);

  const keepAnnotations = useCallback<WalletState["keepAnnotations"]>((added) => {
    setAnnotations((known) => new Map([...known, ...added]));
  }, []);

  const wallet = useMemo<WalletState>(
    () => ({
      environment: "development",
      scenes,
      opened,
      keepOpened,
      annotations,
      keepAnnotations,
      openingRun,
      setOpeningRun,
      shownSeal,
      showSeal,
      play,
      confirm,
    }),
    [
      scenes,
      opened,
      keepOpened,
      annotations,
      keepAnnotations,
      openingRun,
      shownSeal,
      play,
      confirm,
    ],
  );
  return (
    <WalletContext value={wallet}>
      <WalletStepUp>
        {children}
        {question ? (
          <Sheet title={question.title} onClose={question.leave}>
            <Later load={loadConsentForm} waiting={<Skeleton className="mt-5 h-40 w-full" />}>
              {(ConsentForm) => <ConsentForm question={question} />}
            </Later>
          </Sheet>
        ) : null}
      </WalletStepUp>
    </WalletContext>
  );
}

function nameFailure(error: unknown, t: Translate): string {
  if (error instanceof WalletError) return describeFailure(error.reason, t).title;
  return t("Something went wrong on this page");
}
