// biome-ignore-all lint/suspicious/noConsole: what pages print is listened to.
// Runs in WebKit before the scripts of each page: tells the window what the page complains about.
(() => {
  const report = (...parts) =>
    window.webkit.messageHandlers.problems.postMessage(parts.map(String).join(" "));

  for (const level of ["error", "warn"]) {
    const print = console[level];
    console[level] = (...parts) => {
      report(...parts);
      print.apply(console, parts);
    };
  }
  addEventListener("error", ({ error, message }) => report(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    report("The policy refused", violatedDirective, blockedURI),
  );
})();
