import type { Step } from "./steps.ts";

/** What runs behind a request, in the sandbox of Postman: checks the status, and keeps what later requests need. */
export function writeAfter({ keep = {}, repeats }: Step): string[] {
  const kept = Object.entries(keep).flatMap(([variable, path]) => [
    `const ${variable} = answer${writePath(path)};`,
    ...(repeats ? writeRepeat(variable) : [writeKeep(variable)]),
  ]);
  return [
    'pm.test("succeeds", () => pm.expect(pm.response.code, pm.response.text()).to.be.within(200, 299));',
    ...(kept.length > 0 ? ["const answer = pm.response.json().data;", ...kept] : []),
  ];
}

/** `events.0.eventId` as `?.events?.[0]?.eventId`. */
function writePath(path: string): string {
  const parts = path.split(".").map((part) => (/^\d+$/.test(part) ? `?.[${part}]` : `?.${part}`));
  return parts.join("");
}

/** As the inside of a JSON string: a PEM has line breaks. */
function writeKeep(variable: string): string {
  return `pm.collectionVariables.set("${variable}", JSON.stringify(${variable} ?? "").slice(1, -1));`;
}

/** After half a second, ten times at most. */
function writeRepeat(variable: string): string[] {
  return [
    'const tries = Number(pm.collectionVariables.get("tries") || 0);',
    `if (${variable} === undefined && tries < 10) {`,
    '  pm.collectionVariables.set("tries", tries + 1);',
    "  pm.execution.setNextRequest(pm.info.requestName);",
    "  setTimeout(() => {}, 500);",
    "} else {",
    '  pm.collectionVariables.set("tries", 0);',
    `  ${writeKeep(variable)}`,
    "}",
  ];
}
