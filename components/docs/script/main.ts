import { enhanceCodeTabs } from "./code-tabs.ts";
import { enhanceDialogs } from "./dialog-buttons.ts";

// All that pages of the documentation run at first, in place of React and a router. They are whole without it.

enhanceCodeTabs();
enhanceDialogs();
for (const button of document.querySelectorAll("button[aria-disabled]")) {
  button.removeAttribute("aria-disabled");
}
