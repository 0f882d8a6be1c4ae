import { readOptions } from '@leadping/dev-machine/command-options';
import { ROOT } from '@leadping/dev-stack/root';
import { buildAll } from '@leadping/dev-stack/build';
import { beginStack, type Stack } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { LICENSE_KEY, platformClient, until } from './platform.ts';

type Dump = Map<string, Map<string, mongo.BSON.Document[]>>;

const PREFIX = 'leadping-';
const SERVICES = ['identity', 'commerce', 'licensing', 'support', 'gateway'];
const PURCHASES = 10;
/**
 * Data outside the backup: the provider's state and the secrets that open the backup. Both survive the loss of the
 * platform's data.
 */
const KEPT = ['sandbox', 'secrets.json', 'assets'];

const USAGE = `
npm run drill

Restores a backup as docs/operating/backup-and-restore.md says and compares the books. Purchases, a dump, more purchases; everything
is thrown away; the dump goes into a fresh stack with an empty NATS, which gets what it lacks from the payment provider. It takes no
option.
`;

readOptions({ usage: USAGE }, {});
delete process.env.MONGODB_URI;
delete process.env.NATS_URL;
const steps = printedSteps((line) => console.log(line));
await buildAll(ROOT, steps);
const first = await mkdtemp(join(tmpdir(), 'leadping-drill-'));
const second = await mkdtemp(join(tmpdir(), 'leadping-restored-'));
const emails = (when: string) =>
  Array.from({ length: PURCHASES }, (_, index) => `${when}-${index}@example.com`);
const [before, after] = [emails('before'), emails('after')];
let failed = true;
try {
  const dump = await withStack(first, async (stack) => {
    await buyAll(stack, before);
    const taken = await steps.run('dump', () => readAll(stack));
    await buyAll(stack, after);
    return taken;
  });
  for (const name of KEPT) await cp(join(first, name), join(second, name), { recursive: true });

  // Restore the databases before any process of the platform uses them.
  await withStack(second, (stack) => steps.run('restore', () => writeAll(stack, dump)));
  await withStack(second, async (stack) => {
    const since = performance.now();
    const books = await steps.run('reconcile with the payment provider', () => compare(stack));
    const seconds = Math.round((performance.now() - since) / 1000);
    console.log(`\n${JSON.stringify({ ...books, seconds })}`);
    failed = books.orders !== 2 * PURCHASES || books.licenses !== 2 * PURCHASES || books.withoutKey > 0;
  });
} finally {
  for (const folder of [first, second]) await rm(folder, { recursive: true, force: true });
}
console.log(failed ? '✗ the drill found something missing' : '✓ nothing is missing');
process.exit(failed ? 1 : 0);

async function withStack<T>(dataFolder: string, work: (stack: Stack) => Promise<T>): Promise<T> {
  const { started, stop } = beginStack({
    root: ROOT,
    dataFolder,
    port: 0,
    sandboxPort: 0,
    steps,
    onLine: () => {},
    env: { gateway: { TRUST_PROXY: '127.0.0.0/8' } },
  });
  try {
    return await work(await started);
  } finally {
    await stop();
  }
}

async function buyAll(stack: Stack, buyers: string[]): Promise<void> {
  const client = platformClient(stack);
  for (const [index, email] of buyers.entries())
    await client.pay(await client.startCheckout(`10.60.${email.length}.${index}`), email);
  await until('all have their keys', async () => {
    for (const email of buyers) if ((await client.mailsTo(email)).length === 0) return false;
    return true;
  });
}

async function withDatabase<T>(stack: Stack, work: (client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection(stack.database.uri).asPromise();
  try {
    return await work(connection.getClient());
  } finally {
    await connection.close();
  }
}

/** Like `mongodump`, but in memory. */
function readAll(stack: Stack): Promise<Dump> {
  return withDatabase(stack, async (client) => {
    const dump: Dump = new Map();
    for (const service of SERVICES) {
      const database = client.db(`${PREFIX}${service}`);
      const collections = new Map<string, mongo.BSON.Document[]>();
      for (const { name } of await database.listCollections().toArray())
        collections.set(name, await database.collection(name).find().toArray());
      dump.set(service, collections);
    }
    return dump;
  });
}

/** Like `mongorestore --drop`. */
function writeAll(stack: Stack, dump: Dump): Promise<void> {
  return withDatabase(stack, async (client) => {
    for (const process of Object.values(stack.processes)) await process.stop();
    for (const [service, collections] of dump) {
      const database = client.db(`${PREFIX}${service}`);
      for (const { name } of await database.listCollections().toArray())
        await database.collection(name).deleteMany({});
      for (const [name, documents] of collections)
        if (documents.length > 0) await database.collection(name).insertMany(documents);
    }
  });
}

async function compare(stack: Stack) {
  const client = platformClient(stack);
  const all = [...before, ...after];
  return withDatabase(stack, async (mongoClient) => {
    const orders = mongoClient.db(`${PREFIX}commerce`).collection('orders');
    const licenses = mongoClient.db(`${PREFIX}licensing`).collection('licenses');
    const cursors = mongoClient.db(`${PREFIX}commerce`).collection('account_progress');
    // Run the job now instead of after five minutes.
    await cursors.updateMany({}, { $set: { nextRunAt: new Date(0) } });
    await until('every order is licensed', async () => (await licenses.countDocuments()) >= all.length, 120);
    let withoutKey = 0;
    for (const email of all) {
      const known = await licenses.findOne({ email });
      const mails = await until(`the mails of ${email}`, async () => {
        const found = await client.mailsTo(email);
        return found.length > 0 && found;
      });
      if (!known || !mails.some(({ textBody }) => LICENSE_KEY.test(textBody))) withoutKey += 1;
    }
    return {
      purchases: all.length,
      orders: await orders.countDocuments({ status: 'completed' }),
      licenses: await licenses.countDocuments(),
      withoutKey,
    };
  });
}
