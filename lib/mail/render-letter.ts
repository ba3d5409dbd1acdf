import type { Letter } from "./letter.ts";

const WIDTH = 72;

/** The letter as plain text, in lines that a terminal shows whole. */
export function renderText({ title, paragraphs, facts, action, note }: Letter): string {
  const blocks = [
    "Sealslip",
    `${title}\n${"-".repeat(Math.min(WIDTH, title.length))}`,
    ...paragraphs.map(wrap),
    ...writeFacts(facts),
    action ? `${action.label}:\n${action.url}` : "",
    `--\n${wrap(note)}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Side by side where every line is short enough, else one above the other. */
function writeFacts(facts: Letter["facts"]): string[] {
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const lines = facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`);
  if (lines.every((line) => line.length <= WIDTH)) return [lines.join("\n")];
  return facts.map(([label, value]) => `${wrap(`${label}:`)}\n${wrap(value)}`);
}

function wrap(paragraph: string): string {
  return paragraph.replace(new RegExp(`(?![^\\n]{1,${WIDTH}}$)([^\\n]{1,${WIDTH}}) `, "g"), "$1\n");
}

/**
 * The letter as HTML: a slip of paper with the seal above it, in the light and dark colors of app/globals.css, in tables and
 * attributes that every mail program reads, without a picture or a font to fetch.
 */
export function renderHtml({ subject, title, paragraphs, facts, action, note }: Letter): string {
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;color:#23201a">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" style="${paragraph}">${escapeHtml(text)}</p>`),
    facts.length === 0 ? "" : renderFacts(facts),
    action ? renderAction(action) : "",
  ].join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #161411 !important; }
  .slip { background: #24211b !important; border-color: #3d382e !important; }
  .ink { color: #ece7db !important; }
  .muted { color: #a89f8f !important; }
  .rule { border-color: #3d382e !important; }
  .link { color: #84c9aa !important; }
  .button { background: #84c9aa !important; }
  .button a { color: #10241b !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f4f1ea;${font}">
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="en">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 16px;${font}">
<span style="display:inline-block;width:12px;height:12px;margin-right:8px;border-radius:6px;background:#a12a2b"></span><span class="ink" style="font-size:18px;font-weight:600;color:#23201a">Sealslip</span>
</td></tr>
<tr><td class="slip" style="padding:28px 24px;background:#fffdf8;border:1px dashed #d6cfc0;${font}">
${body}
</td></tr>
<tr><td style="padding:16px 4px 0;${font}">
<p class="muted" style="margin:0;font-size:13px;line-height:20px;color:#635c50">${escapeHtml(note)}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const font = "font-family:ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const paragraph = "margin:0 0 16px;font-size:16px;line-height:24px;color:#23201a";
const cell = "padding:8px 0;border-top:1px dashed #d6cfc0;font-size:14px;line-height:20px";

function renderFacts(facts: Letter["facts"]): string {
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="muted rule" width="40%" valign="top" style="${cell};padding-right:16px;color:#635c50;word-break:break-word">${escapeHtml(label)}</td>
<td class="ink rule" valign="top" style="${cell};color:#23201a;word-break:break-word">${escapeHtml(value)}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("\n")}</table>`;
}

/** The button, and the address beneath it, so that readers can see where it leads. */
function renderAction({ label, url }: NonNullable<Letter["action"]>): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">
<tr><td class="button" style="background:#1c5a44">
<a href="${href}" style="display:inline-block;padding:12px 20px;font-size:16px;font-weight:600;color:#fbf9f3;text-decoration:none">${escapeHtml(label)}</a>
</td></tr>
</table>
<p class="muted" style="margin:0;font-size:13px;line-height:20px;color:#635c50;word-break:break-all"><a class="link" href="${href}" style="color:#1c5a44">${href}</a></p>`;
}

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter as keyof typeof entities]);
}
