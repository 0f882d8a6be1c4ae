/**
 * Preloaded into the test processes of StrykerJS, which would continue when StrykerJS is stopped. A thread checks the
 * parent, because the mutated code may be in an endless loop.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const END_WITH_PARENT = `
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
  }, 500);
`;
if (isMainThread) new Worker(END_WITH_PARENT, { eval: true }).unref();
