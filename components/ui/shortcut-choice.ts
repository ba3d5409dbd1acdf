import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const KEY = "sealslip.shortcuts";

/** Whether single keys do something; who dictates to the computer may not want that (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readSiteData("localStorage", KEY) !== "off";
}

export function chooseShortcuts(on: boolean): void {
  writeSiteData("localStorage", KEY, on ? "on" : "off");
}
