import { onStage } from "./bench-service.ts";
import { createFixtures } from "./fixtures.ts";
import { describeMachine } from "./machine.ts";
import { fire, measure } from "./measure.ts";
import { type Operation, operations } from "./operations.ts";
import { printResult } from "./report.ts";
import { summarize } from "./results.ts";

const INSTANCES = [1, 2];
const pace = { connections: 64, seconds: 10 };

console.log(describeMachine());
console.log(`${pace.connections} connections, ${pace.seconds} s each\n`);

for (const instances of INSTANCES) {
  await onStage(async (stage) => {
    const create: Operation = operations.create;
    const service = await stage.start("server.ts", { instances });
    const prepared = { service, fixtures: await createFixtures(service) };
    const next = await create.prepare(prepared, pace.seconds);
    await fire(service, next, pace);
    const rows = [summarize(`by ${instances}`, [await measure(service, next, pace)])];
    printResult({ operation: "create", title: create.title, rows });
  });
}
