import type { Actor } from '@leadping/contracts/actor';
import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { BRAND } from '@leadping/contracts/brand';
import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { startSandbox, type RunningSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import type { Service } from '@leadping/service-kit/process/service';
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import mongoose, { type Connection } from 'mongoose';
import {
  actorHeaders,
  dropStack,
  openFakeService,
  send,
  testActor,
  testConfig,
  until,
  type FakeService,
  type Reply,
} from '../../service-kit/test/harness.ts';
import { buildSupport } from '../src/app.ts';
import { SupportConfig } from '../src/config.ts';
import { mailModel, type Mails } from '../src/mails/mail.model.ts';

/** A mail as the sandbox shows it. */
export interface SentMail {
  from: string;
  to: string[];
  subject: string;
  textBody: string;
  htmlBody: string;
  tag: string;
  metadata: Record<string, string>;
}

export interface Support {
  config: SupportConfig;
  service: Service;
  url: string;
  commerce: FakeService;
  licensing: FakeService;
  identity: FakeService;
  database: Connection;
  mails: Mails;
  sealer: Sealer;
  /** What commerce answers about the admin's settings; tests change it. */
  settings: { current: Settings };
  as: (
    actor: Partial<Actor> | null,
    path: string,
    options?: { method?: string; json?: unknown; headers?: Record<string, string> },
  ) => Promise<Reply>;
  mailsTo: (address: string) => Promise<SentMail[]>;
  /** The mails to an address, once there are that many. */
  mailed: (address: string, count?: number) => Promise<SentMail[]>;
  /** A control call to the sandbox: faults, rules. */
  sandbox: (path: string, method: string, json: unknown) => Promise<Reply>;
  close: () => Promise<void>;
}

type Settings = z.output<typeof notificationSettings.reply>;

export async function startSupport(overrides: Record<string, string> = {}): Promise<Support> {
  const sandbox: RunningSandbox = await startSandbox({ port: 0 });
  const config = testConfig(SupportConfig, {
    SEAL_KEYS,
    POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
    POSTMARK_API_BASE: sandbox.url,
    MAIL_FROM: 'hello@shop.example',
    ...overrides,
  });
  const service = await buildSupport(config);
  const url = await service.listen();
  const [commerce, licensing, identity] = await Promise.all([
    openFakeService(config, 'svc-commerce'),
    openFakeService(config, 'svc-licensing'),
    openFakeService(config, 'svc-identity'),
  ]);
  const settings = { current: quietSettings() };
  commerce.bus.respond(notificationSettings, async () => settings.current);
  const database = await mongoose
    .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}support` })
    .asPromise();

  const mailsTo = async (address: string) => {
    const { body } = await send(`${sandbox.url}/mailbox?to=${encodeURIComponent(address)}`);
    return body as SentMail[];
  };
  return {
    config,
    service,
    url,
    commerce,
    licensing,
    identity,
    database,
    mails: mailModel(database),
    sealer: buildSealer(config.SEAL_KEYS),
    settings,
    as: async (actor, path, options = {}) => {
      const headers = actor ? await actorHeaders(config, testActor(actor)) : {};
      return send(`${url}${path}`, { ...options, headers: { ...headers, ...options.headers } });
    },
    mailsTo,
    mailed: async (address, count = 1) => {
      await until(async () => (await mailsTo(address)).length >= count);
      return mailsTo(address);
    },
    sandbox: (path, method, json) => send(`${sandbox.url}${path}`, { method, json }),
    close: async () => {
      await service.close();
      await Promise.all([commerce.close(), licensing.close(), identity.close(), database.close()]);
      await sandbox.stop();
      await dropStack(config);
    },
  };
}

export function quietSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    adminNotificationEmails: [],
    enableTicketNotifications: false,
    enableOrderNotifications: false,
    testMode: true,
    persistentLoggingEnabled: false,
    ...overrides,
  };
}

export function someone(): string {
  return `someone-${randomUUID().slice(0, 8)}@example.com`;
}

/** With it licensing, which the tests stand in for, seals the keys in its events. */
export const SEAL_KEYS = `k1:${randomBytes(32).toString('hex')}`;

type Issued = PayloadOf<typeof licenseIssued> & { licenseKey: string };

/** What licensing tells, and the key that is sealed in it. */
export function issuedLicense(overrides: Partial<Issued> = {}): Issued {
  const licenseKey = 'ABCD-1234-EFGH-5678-JKMN-9012-PQRS-3456';
  return {
    licenseId: randomBytes(12).toString('hex'),
    licenseKey,
    sealedLicenseKey: buildSealer([SEAL_KEYS]).seal(licenseKey),
    email: someone(),
    orderId: randomBytes(12).toString('hex'),
    seller: { resellerId: null, businessName: BRAND.name },
    origin: 'order',
    issuedAt: new Date().toISOString(),
    ...overrides,
  };
}
