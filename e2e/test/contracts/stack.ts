import type { Role } from '@leadping/contracts/actor';
import type { Service } from '@leadping/service-kit/process/process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose, { Types, type Connection } from 'mongoose';
import { startSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { buildGateway } from '../../../gateway/src/app.ts';
import { GatewayConfig } from '../../../gateway/src/config.ts';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testEnvironment } from '@leadping/test-kit/environment';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { parseConfig } from '@leadping/service-kit/process/config';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import { buildCommerce } from '../../../svc-commerce/src/app.ts';
import { CommerceConfig } from '../../../svc-commerce/src/config.ts';
import { buildIdentity } from '../../../svc-identity/src/app.ts';
import { IdentityConfig } from '../../../svc-identity/src/config.ts';
import { newAuthenticatorSecret } from '../../../svc-identity/src/second-factors/authenticator-code.ts';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { customerSessionModel } from '../../../svc-identity/src/customers/customer-session.model.ts';
import { sessionModel } from '../../../svc-identity/src/sessions/session.model.ts';
import { userModel } from '../../../svc-identity/src/users/user.model.ts';
import { buildLicensing } from '../../../svc-licensing/src/app.ts';
import { LicensingConfig } from '../../../svc-licensing/src/config.ts';
import { buildSupport } from '../../../svc-support/src/app.ts';
import { SupportConfig } from '../../../svc-support/src/config.ts';

export const OWN_ORIGIN = 'http://localhost:8080';
export const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'] as const;
type Behind = (typeof SERVICES)[number];

export interface Account {
  role: Role;
  resellerId: string | null;
  temporaryPassword?: boolean;
  /** Staff otherwise have a second factor, which their role needs. */
  lacksSecondFactor?: boolean;
  /** Signed in an hour ago. */
  isStale?: boolean;
}

/** Gateway and services as in production, but in this process and with their own databases. */
export interface Stack {
  gatewayUrl: string;
  sandboxUrl: string;
  serviceUrls: Readonly<Record<Behind, string>>;
  environment: Record<string, string | undefined>;
  releaseToken: string;
  /** For previews of one app. */
  previewToken: string;
  logosFolder: string;
  /** The databases by service, including the gateway's. */
  databases: ReadonlyMap<string, Connection>;
  seal: Sealer['seal'];
  /** Creates an account with a session. @returns the cookie's value. */
  signIn: (account: Account) => Promise<string>;
  /** Opens a session as the mailed link of this address does. @returns the cookie's value. */
  openCustomer: (email: string) => Promise<string>;
  /** Opens another gateway for the same services. */
  openGateway: () => Promise<{ url: string; close: () => Promise<void> }>;
  close: () => Promise<void>;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

export async function startStack(overrides: Record<string, string> = {}): Promise<Stack> {
  const sandbox = await startSandbox({ port: 0 });
  const folder = await mkdtemp(path.join(tmpdir(), 'contracts-'));
  const logosFolder = path.join(folder, 'logos');
  const [releaseToken, previewToken] = [hex(20), hex(20)];
  const environment = testEnvironment({
    ADMIN_PASSWORD: `Pw-${hex(8)}`,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_TEST_KEY: `sk_test_${hex(12)}`,
    STRIPE_TEST_WEBHOOK_SECRET: `whsec_${hex(16)}`,
    LICENSE_SIGNING_SEED: hex(32),
    LICENSE_ROOT_SEED: hex(32),
    LICENSE_INDEX_SECRET: hex(32),
    POSTMARK_SERVER_TOKEN: hex(16),
    POSTMARK_API_BASE: sandbox.url,
    MAIL_FROM: 'hello@shop.example',
    RELEASE_SIGNING_SEED: hex(32),
    RELEASE_TOKENS: `${releaseToken},preview@storefront:${previewToken}`,
    PORT: '0',
    // Each caller has its own address, so that only tests of rate limits meet them.
    TRUST_PROXY: '127.0.0.1',
    ASSETS_FOLDER: path.join(folder, 'assets'),
    LOGOS_FOLDER: logosFolder,
    ...overrides,
  });
  await openTestStreams(parseConfig(CommerceConfig, environment));
  const services = await Promise.all([
    buildIdentity(parseConfig(IdentityConfig, environment)),
    buildCommerce(parseConfig(CommerceConfig, environment)),
    buildLicensing(parseConfig(LicensingConfig, environment)),
    buildSupport(parseConfig(SupportConfig, environment)),
  ]);
  const urls = await Promise.all(services.map((service: Service) => service.listen()));
  const serviceUrls = Object.fromEntries(
    SERVICES.map((name, at) => [name, urls[at]]),
  ) as Stack['serviceUrls'];

  const openGateway = async () => {
    const gateway = await buildGateway(
      parseConfig(GatewayConfig, {
        ...environment,
        IDENTITY_URL: serviceUrls['svc-identity'],
        COMMERCE_URL: serviceUrls['svc-commerce'],
        LICENSING_URL: serviceUrls['svc-licensing'],
        SUPPORT_URL: serviceUrls['svc-support'],
        STATE_FOLDER: path.join(folder, `state-${hex(3)}`),
      }),
    );
    const url = await gateway.listen();
    await until(async () => {
      const { checks } = await gateway.readiness();
      return checks.database === true && checks.nats === true;
    });
    return { url, close: () => gateway.close() };
  };
  const gateway = await openGateway();

  const client = await mongoose.createConnection(environment.MONGODB_URI ?? '').asPromise();
  const databaseOf = (name: string) => client.useDb(`${environment.DATABASE_PREFIX}${name}`);
  const databases = new Map(
    ['identity', 'commerce', 'licensing', 'support', 'gateway'].map((name) => [name, databaseOf(name)]),
  );
  const identity = databaseOf('identity');
  const users = userModel(identity);
  const sessions = sessionModel(identity);
  const sealer = buildSealer(parseConfig(IdentityConfig, environment).SEAL_KEYS);
  const passwordHash = (await users.findOne({ role: 'admin' }).lean())?.passwordHash;

  return {
    gatewayUrl: gateway.url,
    sandboxUrl: sandbox.url,
    serviceUrls,
    environment,
    releaseToken,
    previewToken,
    logosFolder,
    databases,
    openGateway,
    seal: buildSealer(parseConfig(CommerceConfig, environment).SEAL_KEYS).seal,
    signIn: async ({ role, resellerId, temporaryPassword, lacksSecondFactor, isStale }) => {
      const name = `person${hex(5)}`;
      const _id = new Types.ObjectId();
      const hasSecondFactor = (role === 'admin' || role === 'support') && !lacksSecondFactor;
      const { sealedSecret } = newAuthenticatorSecret({ sealer }, { _id, username: name });
      const user = await users.create({
        _id,
        username: name,
        usernameKey: name,
        email: `${name}@example.com`,
        emailKey: `${name}@example.com`,
        verifiedEmailKey: `${name}@example.com`,
        role,
        passwordHash,
        ...(resellerId === null ? {} : { resellerId }),
        ...(hasSecondFactor
          ? { authenticator: { sealedSecret, lastUsedStep: 0, createdAt: new Date() } }
          : {}),
        ...(temporaryPassword ? { temporaryPasswordUntil: new Date(Date.now() + 3_600_000) } : {}),
      });
      const token = randomBytes(32).toString('base64url');
      await sessions.create({
        _id: hashSecretToken(token),
        userId: user._id,
        generation: user.sessionGeneration,
        ...(hasSecondFactor && { hasSecondFactor }),
        signedInAt: new Date(Date.now() - (isStale ? 3_600_000 : 0)),
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      return token;
    },
    openCustomer: async (email) => {
      const token = randomBytes(32).toString('base64url');
      await customerSessionModel(identity).create({
        _id: hashSecretToken(token),
        email,
        emailKey: canonicalEmail(email),
        openedAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      return token;
    },
    close: async () => {
      await gateway.close();
      await Promise.all(services.map((service: Service) => service.close()));
      await client.close();
      await sandbox.stop();
      await dropStack(parseConfig(CommerceConfig, environment));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
