import { notificationSettings, saleNoticeAddress } from '@leadping/contracts/commerce/requests';
import { startSandbox, type RunningSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Connection } from 'mongoose';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { send, type Reply } from '@leadping/test-kit/send';
import { startService, type ServiceUnderTest } from '@leadping/test-kit/service-under-test';
import { until } from '@leadping/test-kit/until';
import { buildSupport } from '../src/app.ts';
import { SupportConfig } from '../src/config.ts';
import { mailModel, type Mails } from '../src/mails/mail.model.ts';

/** A mail as the sandbox shows it. */
export interface SentMail {
  from: string;
  to: string[];
  replyTo: string | null;
  subject: string;
  textBody: string;
  htmlBody: string;
  tag: string;
  metadata: Record<string, string>;
}

export interface Support extends Pick<ServiceUnderTest, 'url' | 'as'> {
  config: SupportConfig;
  commerce: FakeService;
  licensing: FakeService;
  identity: FakeService;
  database: Connection;
  mails: Mails;
  credentialSealer: Sealer;
  /**
   * Commerce's reply about the admin's settings. Tests change `current`, delay the reply by `held`, and read in `asked`
   * how often it was requested.
   */
  settings: { current: Settings; held: Promise<void>; asked: number };
  /** The addresses of resellers who are mailed about sales, by reseller. */
  saleNotices: Map<string, string>;
  mailsTo: (address: string) => Promise<SentMail[]>;
  /** The mails to an address, once there are that many. */
  mailed: (address: string, count?: number) => Promise<SentMail[]>;
  /** Controls the sandbox: faults and rules. */
  sandbox: (path: string, method: string, json: unknown) => Promise<Reply>;
  close: () => Promise<void>;
}

type Settings = z.output<typeof notificationSettings.reply>;

export async function startSupport(overrides: Record<string, string> = {}): Promise<Support> {
  const sandbox: RunningSandbox = await startSandbox({ port: 0 });
  const config = testConfig(SupportConfig, {
    POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
    POSTMARK_API_BASE: sandbox.url,
    MAIL_FROM: 'hello@shop.example',
    ...overrides,
  });
  const service = await startService('support', config, buildSupport);
  const [commerce, licensing, identity] = await Promise.all([
    openFakeService(config, 'svc-commerce'),
    openFakeService(config, 'svc-licensing'),
    openFakeService(config, 'svc-identity'),
  ]);
  const settings = { current: quietSettings(), held: Promise.resolve(), asked: 0 };
  commerce.bus.respond(notificationSettings, async () => {
    settings.asked += 1;
    await settings.held;
    return settings.current;
  });
  const saleNotices = new Map<string, string>();
  commerce.bus.respond(saleNoticeAddress, async ({ resellerId }) => ({
    email: saleNotices.get(resellerId) ?? null,
  }));
  const { url, database, as } = service;

  const mailsTo = async (address: string) => {
    const { body } = await send(`${sandbox.url}/mailbox?to=${encodeURIComponent(address)}`);
    return body as SentMail[];
  };
  return {
    config,
    url,
    commerce,
    licensing,
    identity,
    database,
    mails: mailModel(database),
    credentialSealer: buildSealer(config.CREDENTIAL_SEAL_KEYS),
    settings,
    saleNotices,
    as,
    mailsTo,
    mailed: async (address, count = 1) => {
      await until(async () => (await mailsTo(address)).length >= count);
      return mailsTo(address);
    },
    sandbox: (path, method, json) => send(`${sandbox.url}${path}`, { method, json }),
    close: async () => {
      await service.close(commerce, licensing, identity);
      await sandbox.stop();
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
