import { readConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

const sandbox = await startSandbox(readConfig(process.env));
process.stdout.write(`Sandbox for payments, mail and webhooks: ${sandbox.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sandbox.stop().then(() => process.exit(0));
  });
