const KEY = "sealslip.shortcuts";

/** Whether single keys do something; who dictates to the computer may not want that (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function chooseShortcuts(on: boolean): void {
  localStorage.setItem(KEY, on ? "on" : "off");
}
