"use client";

import {
  ArrowLeft,
  CreditCard,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
  Telescope,
  WifiOff,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { XRay, XRayButton } from "#components/x-ray/x-ray.tsx";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { BehindTheScenes } from "./behind-the-scenes.tsx";
import { Sheet } from "./sheet.tsx";
import { useOnline } from "./use-online.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { showScreen, walletLink } from "./wallet-link.ts";

/** A phone's screen; on a wide display, what happens behind the scenes is beside it. */
export function WalletShell({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [showsScenes, setShowsScenes] = useState(false);
  const isVisit = useWalletSession().data?.visitor === "visit";
  const pathname = usePathname();
  // The screens below a tab have a way back of their own.
  const isTab = tabs.some(({ href }) => href === pathname);
  useOfflineShell();
  return (
    <div className="mx-auto grid min-h-dvh max-w-[76rem] lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:gap-14 lg:px-10">
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-5 lg:px-0">
          <HomeLink />
          <span className="ml-auto">
            <XRayButton />
          </span>
          <button
            type="button"
            onClick={() => setShowsScenes(true)}
            className="-mr-2 inline-flex min-h-11 cursor-pointer items-center gap-2 px-2 text-sm font-medium text-pine hover:text-pine-deep lg:hidden"
          >
            <Telescope aria-hidden="true" className="size-4" />
            {t("Behind the scenes")}
          </button>
          <div className="hidden text-sm text-muted lg:block">
            {isVisit ? <WayBack /> : t("Demo wallet of an issuer")}
          </div>
        </header>
        <main className="grow px-5 pt-2 pb-28 lg:px-0">
          {isVisit && isTab ? (
            <p className="-mt-2 pb-2 lg:hidden">
              <WayBack />
            </p>
          ) : null}
          {children}
        </main>
        <div className="sticky bottom-0">
          <OfflineNote />
          <TabBar />
        </div>
      </div>

      <aside
        aria-label={t("Behind the scenes")}
        className="hidden border-l border-line py-6 pl-14 lg:block"
      >
        <div className="grid min-h-[calc(100dvh-3rem)]">
          <BehindTheScenes />
        </div>
      </aside>
      <XRay />
      {showsScenes ? (
        <Sheet title={t("Behind the scenes")} onClose={() => setShowsScenes(false)}>
          <div className="mt-4">
            <BehindTheScenes titled={false} />
          </div>
        </Sheet>
      ) : null}
    </div>
  );
}

/** Shown during a visit of the demo. */
function WayBack() {
  const t = useTranslate();
  return (
    <Link
      href="/demo"
      prefetch={false}
      className="-mx-1 inline-flex min-h-11 items-center gap-2 px-1 text-sm font-medium text-pine hover:text-pine-deep md:min-h-9"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t("Back to the demo")}
    </Link>
  );
}

const tabs: { href: `/wallet${string}`; name: PlainSentence; icon: LucideIcon }[] = [
  { href: "/wallet", name: "Receipts", icon: ReceiptText },
  { href: "/wallet/cards", name: "Cards", icon: CreditCard },
  { href: "/wallet/vault", name: "Security", icon: ShieldCheck },
];

function TabBar() {
  const t = useTranslate();
  const pathname = usePathname();
  const current = tabs.findLast(({ href }) => pathname.startsWith(href))?.href;
  return (
    <nav
      aria-label={t("Wallet")}
      className="tab-bar grid grid-cols-3 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map(({ href, name, icon: Icon }) => (
        <Link
          key={href}
          {...walletLink(href)}
          aria-current={href === current ? "page" : undefined}
          className="-mt-px flex min-h-16 flex-col items-center justify-center gap-1 border-t-2 border-transparent text-xs font-medium text-muted hover:text-ink aria-[current=page]:border-pine aria-[current=page]:text-pine"
        >
          <Icon aria-hidden="true" className="size-5" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/** Says that the network is unavailable, and what can still be read: over the page, so that nothing moves. */
function OfflineNote() {
  const t = useTranslate();
  const online = useOnline();
  if (online) return null;
  return (
    <p
      role="status"
      className="offline-note absolute inset-x-3 bottom-full mb-3 flex gap-2 border border-line bg-copy px-3.5 py-2.5 text-sm shadow-lg lg:inset-x-0"
    >
      <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      {t(
        "You are offline. Your list and what you opened or kept on this device can be read; the rest opens when you are back.",
      )}
    </p>
  );
}

/** Lets the wallet load offline. Where a browser cannot, nothing else changes. */
function useOfflineShell(): void {
  useEffect(() => {
    navigator.serviceWorker
      ?.register("/wallet-worker.js", { scope: "/wallet" })
      .catch(() => undefined);
    // Of a notification that was clicked.
    const follow = ({ data }: MessageEvent) => {
      showScreen(String(data.path));
    };
    navigator.serviceWorker?.addEventListener("message", follow);
    return () => navigator.serviceWorker?.removeEventListener("message", follow);
  }, []);
}
