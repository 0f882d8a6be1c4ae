import { readOptions } from '@leadping/dev-machine/command-options';
import { publicKeys } from '@leadping/service-kit/data/ed25519';
import type { ServiceProcess } from '@leadping/dev-stack/environments';
import type { LocalSecrets } from '@leadping/dev-stack/secrets';
import { createPublicKey, randomBytes, verify, type JsonWebKey } from 'node:crypto';
import { Buyers } from './load/buyers.ts';
import { openCluster } from './load/open-cluster.ts';
import { ShopTraffic } from './load/shop-traffic.ts';
import { ADMIN } from './test-stacks.ts';
import { LICENSE_KEY, platformClient, until } from './platform.ts';
import { person } from './test/person.ts';

type Environment = Record<string, string>;

const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'] as const;
const PAGES = ['/', '/api/pricing', '/integrations', '/api/public/selectors'];
/**
 * Each list of sealing keys: its name in the stack's secrets, the environment variable, and the processes that read
 * it.
 */
const SEALS: [keyof LocalSecrets, string, readonly ServiceProcess[]][] = [
  ['IDENTITY_SEAL_KEYS', 'SEAL_KEYS', ['svc-identity']],
  ['COMMERCE_SEAL_KEYS', 'SEAL_KEYS', ['svc-commerce']],
  ['LICENSING_SEAL_KEYS', 'SEAL_KEYS', ['svc-licensing']],
  ['SUPPORT_SEAL_KEYS', 'SEAL_KEYS', ['svc-support']],
  ['LICENSE_KEY_SEAL_KEYS', 'LICENSE_KEY_SEAL_KEYS', ['svc-licensing', 'svc-commerce', 'svc-support']],
  ['CREDENTIAL_SEAL_KEYS', 'CREDENTIAL_SEAL_KEYS', ['svc-identity', 'svc-support']],
  ['ERASURE_SEAL_KEYS', 'ERASURE_SEAL_KEYS', SERVICES],
];
const hex = () => randomBytes(32).toString('hex');
const newKey = () => `new${Date.now().toString(36)}:${hex()}`;

const USAGE = `
npm run drill:keys

Rotates keys as docs/operating/key-rotation.md says on a cluster of its own, while people buy, and compares the books. What was
sealed and signed before still opens afterwards, and what is signed afterwards fits the new keys. It takes no option.
`;

readOptions({ usage: USAGE }, {});
const cluster = await openCluster('keys', {
  env: { 'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password } },
});
const { stack } = cluster;
const client = platformClient(stack);
const traffic = new ShopTraffic(stack.publicUrl);
const buyers = new Buyers(stack, traffic, 'keys');
const ending = new AbortController();
let failed = true;
try {
  const admin = person(stack);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const early = await buyAndActivate('early@example.com', 'device-early');
  const running = Promise.all([
    traffic.steadily(
      10,
      (index) => ({ path: PAGES[index % PAGES.length] ?? '/', from: `10.70.${index % 250}.1` }),
      ending.signal,
    ),
    buyers.buyUntil(ending.signal, { concurrency: 2, pauseMs: 200 }),
  ]);
  try {
    await rotateAll();
  } finally {
    ending.abort();
    await running;
  }
  const books = await buyers.settle(cluster.databaseOf, 90);
  const late = await buyAndActivate('late@example.com', 'device-late');
  const checks = {
    'a session from before':
      (await admin.call<{ username: string }>('/api/user')).username === ADMIN.username,
    'a key from before is valid': await fitsPublishedKey(early),
    'a key from afterwards is valid': await fitsPublishedKey(late),
    'a key from before is mailed again': await isMailedAgain(early.email),
  };
  console.log(`\n${JSON.stringify({ ...traffic.endings, ...books })}`);
  for (const example of traffic.examples.slice(0, 5)) console.log(`  ${example}`);
  for (const [check, isWell] of Object.entries(checks)) console.log(`${isWell ? '✓' : '✗'} ${check}`);
  const { busy, limited, cut, wrong } = traffic.endings;
  const isUnserved = busy + limited + cut + wrong > 0;
  failed = isUnserved || books.lost + books.doubled > 0 || Object.values(checks).includes(false);
} finally {
  await traffic.close();
  await cluster.stop();
}
console.log(failed ? '✗ the rotation lost something' : '✓ nothing was lost');
process.exit(failed ? 1 : 0);

/** Rotates keys in three rolling restarts, so that every reader has the new key before it is used to seal or sign. */
async function rotateAll(): Promise<void> {
  const seals = SEALS.map(([secret, name, readers]) => ({
    name,
    readers,
    former: stack.secrets[secret],
    key: newKey(),
  }));
  const sealsOf = (service: ServiceProcess, order: (former: string, key: string) => string): Environment =>
    Object.fromEntries(
      seals
        .filter(({ readers }) => readers.includes(service))
        .map(({ name, former, key }) => [name, order(former, key)]),
    );
  const formerSeed = stack.secrets.LICENSE_SIGNING_SEED;
  const seed = hex();
  const licensing = (seeds: string): Partial<Record<ServiceProcess, Environment>> => ({
    'svc-licensing': { LICENSE_SIGNING_SEED: seeds },
  });
  const formerActor = stack.secrets.ACTOR_SIGNING_KEYS;
  const actor = newKey();
  const verifying = (...keys: string[]) => publicKeys(keys.join(',').split(',')).join(',');

  await restartAll('every reader knows the new keys', (name) =>
    name === 'gateway'
      ? {}
      : {
          ...sealsOf(name, (former, key) => `${former},${key}`),
          ...licensing(`${formerSeed},${seed}`)[name],
          ACTOR_VERIFY_KEYS: verifying(formerActor, actor),
        },
  );
  const own: Partial<Record<ServiceProcess, Environment>> = {
    ...licensing(`${seed},${formerSeed}`),
    'svc-support': { POSTMARK_SERVER_TOKEN: hex() },
    gateway: {
      ACTOR_SIGNING_KEYS: `${actor},${formerActor}`,
      PAGE_TOKEN_SECRET: hex(),
      RELEASE_TOKENS: hex(),
    },
  };
  const used = (name: ServiceProcess): Environment => ({
    ...sealsOf(name, (former, key) => `${key},${former}`),
    ...own[name],
  });
  await restartAll('the new keys are used', (name) =>
    name === 'gateway' ? used(name) : { ...used(name), ACTOR_VERIFY_KEYS: verifying(actor, formerActor) },
  );
  // Sealed data needs the former key as long as it is stored. Actor tokens are valid for one minute and do not.
  await restartAll('the former key of actors is gone', (name) =>
    name === 'gateway'
      ? { ...used(name), ACTOR_SIGNING_KEYS: actor }
      : { ...used(name), ACTOR_VERIFY_KEYS: verifying(actor) },
  );
}

/** Restarts the instances one at a time, so that the other instance keeps serving. */
async function restartAll(what: string, envOf: (name: ServiceProcess) => Environment): Promise<void> {
  const since = performance.now();
  for (const index of [0, 1])
    await Promise.all(
      Object.entries(stack.instances).map(([name, all]) =>
        all[index]?.restart(envOf(name as ServiceProcess)),
      ),
    );
  const before = buyers.emails.length;
  await until('purchases continue', async () => buyers.emails.length > before + 2);
  const seconds = Math.round((performance.now() - since) / 1000);
  console.log(`✓ ${what}: ${seconds} s, ${buyers.emails.length} bought, ${JSON.stringify(traffic.endings)}`);
}

interface Activated {
  email: string;
  licenseKey: string;
  deviceId: string;
}

async function buyAndActivate(email: string, deviceId: string): Promise<Activated> {
  await client.pay(await client.startCheckout(`10.71.0.${email.length}`), email);
  const [mail] = await until(`the key of ${email}`, async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? '';
  await client.call('/api/license/activate', 'POST', { licenseKey, deviceId });
  return { email, licenseKey, deviceId };
}

/** Verifies the token of a validation with the published key, as the extension does. */
async function fitsPublishedKey({ licenseKey, deviceId }: Activated): Promise<boolean> {
  const { valid, token } = await client.call<{ valid: boolean; token: string | null }>(
    '/api/license/validate',
    'POST',
    { licenseKey, deviceId },
  );
  const { keys } = await client.call<{ keys: (JsonWebKey & { kid: string })[] }>('/api/license/public-key');
  if (!valid || token === null) return false;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const published = keys.find((key) => key.kid === kid);
  if (!published) return false;
  const key = createPublicKey({ key: published, format: 'jwk' });
  return verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'));
}

/** Checks that the key can be mailed: it is opened with the former sealing key and sealed with the new one. */
async function isMailedAgain(email: string): Promise<boolean> {
  const before = (await client.mailsTo(email)).length;
  await client.call('/api/license/resend', 'POST', { email });
  return until('the second mail', async () => (await client.mailsTo(email)).length > before);
}
