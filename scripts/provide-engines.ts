import { aptInstall } from "./apt-install.ts";
import { listMissing } from "./find-engines.ts";

const packages = listMissing().flatMap((need) => need.packages.split(" "));
if (packages.length > 0) aptInstall(packages);

const missing = listMissing();
if (missing.length > 0) {
  const names = missing.map(({ what }) => what).join(", ");
  const wanted = missing.map((need) => need.packages).join(" ");
  console.error(
    `missing: ${names}; on Debian or Ubuntu, as root: apt-get install --no-install-recommends ${wanted}`,
  );
  process.exitCode = 1;
}
