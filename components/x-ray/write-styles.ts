import { listStoredAs, type StorageForm } from "#lib/core/data-inventory.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { formWords, unreadable } from "./x-ray-views.ts";

/**
 * The style sheet of the X-ray, from the inventory: whatever a page renders while it is on is covered at once, and no
 * element is changed. What is covered is invisible, and so neither read aloud, nor found, nor copied.
 */
export function writeStyles(t: Translate): string {
  const service = coverOf(unreadable.service, "service");
  const thief = coverOf(unreadable.thief, "thief");
  return [
    ...coverRules(service),
    ...coverRules(thief),
    // In the service's view, black; hatched what it could still open.
    `${service}::after{content:""/"${t("cannot be read")}";position:absolute;inset:.1em 0;background:${black};forced-color-adjust:none}`,
    `${at("service")} [data-escrowed] ${selectForms(["sealed"])}::after{content:""/"${t("in escrow")}";background:${hatching}}`,
    // In the thief's, what is there instead. A receipt is one ciphertext, which stands below its lines.
    ...unreadable.thief.map(
      (form) => `${coverOf([form], "thief")}::after{content:"${t(formWords[form])}";${chip}}`,
    ),
    `${thief}:not([data-ciphertext] *){font-size:0;line-height:0}`,
    `${thief}:not([data-ciphertext] *)>*{display:none}`,
    `${at("thief")} [data-unsent] ${selectForms(["sealed"])}::after{content:"${t(formWords.never)}"}`,
    `${at("thief")} [data-ciphertext] ${selectForms(["sealed"])}::after{content:""/"${t("ciphertext")}";position:absolute;inset:.1em 0;border:0;background:${hatching}}`,
    `${at("thief")} [data-ciphertext]::after{content:"${t("Every hatched line is in this one ciphertext:")} " attr(data-ciphertext);${block}}`,
    `${at("thief")} [data-ciphertext=""]::after{content:"${t("Every hatched line is in one ciphertext.")}"}`,
    `${at("thief")} ${selectForms(["plain"])}{text-decoration:underline dotted var(--color-alarm) 2px;text-underline-offset:3px;background:color-mix(in srgb,var(--color-alarm) 13%,transparent)}`,
    // The bar covers neither the end of the page nor what has the focus.
    `:root[data-x-ray]{scroll-padding-bottom:13rem}:root[data-x-ray] body{padding-bottom:13rem}`,
    `:root[data-x-ray]:has(.tab-bar) .x-ray-bar{bottom:calc(4rem + env(safe-area-inset-bottom))}`,
    `@media (forced-colors:active){${service}::after{background:CanvasText}}`,
    `@media (prefers-reduced-motion:no-preference){${service}::after{animation:var(--animate-black-out)}}`,
  ].join("\n");
}

/** Matches the values that are stored in any of these forms. */
export function selectForms(forms: readonly StorageForm[]): string {
  const names = forms.flatMap(listStoredAs).map((name) => `[data-stored="${name}"]`);
  return `:is(${names.join(",")})`;
}

function coverOf(forms: readonly StorageForm[], view: string): string {
  return `${at(view)} ${selectForms(forms)}`;
}

const at = (view: string) => `:root[data-x-ray=${view}]`;

function coverRules(cover: string): string[] {
  return [
    `${cover}{position:relative;visibility:hidden}`,
    `${cover}::after{visibility:visible}`,
    `${cover}:is(span,bdi):not([class]){display:inline-block;max-width:100%}`,
    // A field has no inside, and stays usable.
    `${cover}:is(input,textarea){visibility:visible;background:${black};color:transparent;caret-color:var(--color-paper)}`,
  ];
}

/** On paper and on dark pages, too: what is blacked out is never bright. */
const black = "light-dark(#23201a,#514a3d)";

const hatching =
  "repeating-linear-gradient(135deg,var(--color-edge) 0 3px,var(--color-copy) 3px 6px)";

const small =
  "font:500 .6875rem/1rem var(--font-mono);letter-spacing:0;text-transform:none;color:var(--color-ink)";

const chip = `display:inline-block;${small};padding:0 .375rem;border:1px dashed var(--color-edge);background:var(--color-copy);white-space:nowrap`;

const block = `display:block;${small};margin-top:1rem;padding-top:.75rem;border-top:1px dashed var(--color-line);overflow-wrap:anywhere;text-align:left`;
