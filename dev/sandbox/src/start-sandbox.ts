import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { ApiFaults } from './faults/api-fault.ts';
import { orderedPostmarkFailure } from './postmark/errors.ts';
import { mailRules } from './postmark/mail-rules.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';
import { expireDueSessions } from './stripe/checkout/expire-session.ts';
import { orderedStripeFailure } from './stripe/errors.ts';
import { Deliverer } from './stripe/webhooks/deliverer.ts';

export interface SandboxOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string | undefined;
  /** Stores payments and mails between runs. Without it nothing is stored. */
  dataFolder?: string | undefined;
  publicUrl?: string | undefined;
}

export interface RunningSandbox {
  url: string;
  port: number;
  stop(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', dataFolder } = options;
  const store = openStore(dataFolder);
  const sandbox: Sandbox = {
    store,
    deliverer: new Deliverer(store),
    stripeFaults: new ApiFaults(orderedStripeFailure),
    idempotencyKeysInUse: new Set(),
    mailFaults: new ApiFaults(orderedPostmarkFailure),
    mailRules: mailRules.parse({}),
    publicUrl: '',
  };
  const app = await buildApp(sandbox);
  await app.listen({ port, host });
  const address = app.server.address() as AddressInfo;
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`;
  sandbox.publicUrl = options.publicUrl ?? `http://localhost:${address.port}`;

  sandbox.deliverer.resume();
  const expiry = setInterval(() => expireDueSessions(sandbox), 1_000);
  return {
    url,
    port: address.port,
    async stop() {
      clearInterval(expiry);
      await app.close();
      await sandbox.deliverer.stop();
      store.close();
    },
  };
}
