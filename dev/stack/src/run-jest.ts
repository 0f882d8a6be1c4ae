import { printedSteps } from './steps.ts';
import { JEST_ARGS } from './test-results.ts';
import { openTestRun } from './test-run.ts';
import { startTestServers } from './test-servers.ts';

/** Runs Jest with this program's arguments and Node.js version, with its own database and NATS. */
let exitCode = 1;
const run = await openTestRun(() => exitCode);
try {
  const servers = await startTestServers(
    run.folder,
    printedSteps((line) => console.log(line)),
  );
  run.onEnd(servers.stop);
  const ending = await run.runNode([...JEST_ARGS, ...process.argv.slice(2)], servers.env);
  exitCode = ending === 'code 0' ? 0 : 1;
} catch (error) {
  console.error(error);
}
await run.end();
