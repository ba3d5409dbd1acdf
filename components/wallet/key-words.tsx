"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";

/** A public key in eight words. The issuer's console shows the same ones for the same key. */
export function KeyWords({ publicKey }: { publicKey: string }) {
  const t = useTranslate();
  const { data: words } = useQuery({
    queryKey: ["key-words", publicKey],
    queryFn: () => fingerprintPublicKey(publicKey),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!words) return <Skeleton className="h-10 w-full" />;
  const places = words.map((word, place) => ({ word, key: `word-${place}` }));
  return (
    <ol
      aria-label={t("Fingerprint of the key")}
      className="grid grid-cols-4 gap-x-3 gap-y-1 text-sm"
    >
      {places.map(({ word, key }) => (
        <li key={key} className="font-mono">
          {word}
        </li>
      ))}
    </ol>
  );
}
