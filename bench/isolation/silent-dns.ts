import { Resolver } from "node:dns/promises";

// Loaded into the server, whose resolvers then ask a name server that never answers, as an attacker's may do.
for (const method of ["resolve4", "resolve6"] as const) {
  const resolve: (...args: never[]) => unknown = Resolver.prototype[method];
  Object.assign(Resolver.prototype, {
    [method](this: Resolver, ...args: never[]) {
      this.setServers([process.env.SILENT_DNS ?? ""]);
      return resolve.apply(this, args);
    },
  });
}
