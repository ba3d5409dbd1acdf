import { describeReceipt } from "#components/receipts/describe-receipt.ts";
import type { Alarm } from "#components/wallet/describe-alarms.ts";
import { describeVerdict } from "#components/wallet/describe-verdict.ts";
import {
  layOutPicture,
  type Measure,
  picturePadding,
  pictureWidth,
  spread,
} from "#components/wallet/lay-out-picture.ts";
import type { Translate } from "#lib/languages/translate.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { Logo, PdfRow, Section } from "./pdf-pages.ts";
import type { ReadableReceipt } from "./select-receipts.ts";

/** What is known of a receipt, as its page shows it. */
export type Checked = { verdict?: Verdict; alarms: readonly Alarm[] };

export type Described = {
  checked: Checked;
  locale: string;
  t: Translate;
  timeZone: string;
  logo: Logo | undefined;
};

/** A receipt as its page shows it: what speaks against it, the paper, and what is proven. */
export function describeSections(
  receipt: ReadableReceipt,
  { checked, locale, logo, t, timeZone }: Described,
  measure: Measure,
): Section[] {
  const { content, listed } = receipt;
  const { alarms, verdict } = checked;
  const hasAlarm = alarms.length > 0;
  const refunded = listed?.refundedAmount ?? 0;
  const options = { locale, t, timeZone, refunded, namesZone: true, namesCountry: true };
  const paper = describeReceipt(content, options);
  const text = (label: string, look: "normal" | "muted" | "shop" = "muted") =>
    spread({ label, value: "", look }, measure);
  const words =
    verdict && !hasAlarm ? describeVerdict(verdict, { name: content.merchantName, locale, t }) : [];
  return [
    {
      frame: "alarm",
      blocks: hasAlarm
        ? [text(t("Do not rely on this receipt"), "shop"), ...alarms.flatMap(describeAlarm)]
        : [],
    },
    {
      frame: "line",
      blocks: [
        ...(logo ? [[placeLogo(logo)]] : []),
        ...layOutPicture(paper, measure),
        ...(hasAlarm || content.kind === "refund" ? [] : [describeCode(content.receiptId)]),
      ],
    },
    {
      frame: undefined,
      blocks: words.flatMap(({ paragraphs, sealedFor, signedWith, title }) => [
        text(title, "normal"),
        ...paragraphs.map((one) => text(one.text)),
        ...(sealedFor ? [[sealedFor.label, ...sealedFor.keys].flatMap((one) => text(one))] : []),
        ...(signedWith === undefined ? [] : [[...text(t("Key fingerprint")), ...text(signedWith)]]),
      ]),
    },
  ];

  function describeAlarm({ title, text: why, differs = [], formerName, signedWith }: Alarm) {
    return [
      text(title, "normal"),
      text(why),
      ...(differs.length > 0
        ? [text(t("Differs in: {fields}", { fields: differs.join(", ") }))]
        : []),
      ...(formerName === undefined
        ? []
        : [text(t("They were from: {shop}", { shop: formerName }))]),
      ...(signedWith === undefined ? [] : [[...text(t("Key fingerprint")), ...text(signedWith)]]),
    ];
  }

  /** The number of the receipt for the till. */
  function describeCode(receiptId: string): PdfRow[] {
    const label = {
      text: t("For returns, show this code."),
      direction: "ltr",
      align: "center",
    } as const;
    return [
      { kind: "rule", height: 30, left: picturePadding, right: pictureWidth - picturePadding },
      { kind: "code", height: 112, text: receiptId },
      { kind: "texts", height: 20, look: "muted", texts: [label], left: 0, right: pictureWidth },
    ];
  }
}

const LOGO_HEIGHT = 56;
const LOGO_WIDTH = 200;

function placeLogo({ uri, width, height }: Logo): PdfRow {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width, 1);
  const logo = { uri, width: width * scale, height: height * scale };
  return { kind: "logo", height: logo.height + 12, logo };
}
