import { expect, test } from '@playwright/test';
import type { Erasure } from '@leadping/contracts/support/privacy-routes';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';

const platform = runningPlatform();
const client = platformClient(platform);

interface Export {
  records: { service: string; collection: string; data: Record<string, unknown> }[];
  obstacles: string[];
}

/** Finds a text in all databases of the stack, as `database.collection`. */
async function foundIn(text: string): Promise<string[]> {
  const uri = process.env.E2E_MONGODB_URI ?? '';
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const { databases } = await connection.getClient().db('admin').admin().listDatabases();
    const found: string[] = [];
    for (const { name } of databases.filter((each) => each.name.startsWith(process.env.E2E_PREFIX ?? '-'))) {
      const database = connection.getClient().db(name);
      for (const { collectionName } of await database.collections()) {
        for await (const document of database.collection(collectionName).find()) {
          if (JSON.stringify(document).toLowerCase().includes(text)) found.push(`${name}.${collectionName}`);
        }
      }
    }
    return [...new Set(found)];
  } finally {
    await connection.close();
  }
}

test("a person's data is exported and erased from all databases, while the order keeps its amount and the key works", async () => {
  const mark = randomBytes(6).toString('hex');
  const email = `Erase.${mark}@example.com`;
  const key = email.toLowerCase();
  const session = await client.startCheckout(`10.9.8.${Number.parseInt(mark.slice(0, 2), 16)}`);
  await client.pay(session, email);
  const [mail] = await until('the key arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0];
  const device = { licenseKey, deviceId: `device-of-${mark}`, deviceName: `Laptop of ${email}` };
  await client.call('/api/license/activate', 'POST', device);
  const ticket = await client.call<{ ticketNumber: string }>('/api/support', 'POST', {
    name: 'Erika Erased',
    email,
    subject: 'Please forget me',
    message: `I am ${email}`,
  });
  const owner = person(platform);
  const account = { username: `erased${mark}`, email, password: `long enough ${mark}` };
  await owner.call('/api/register', 'POST', account);
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const desk = await admin.call<{ id: string }[]>(`/api/admin/support-tickets?search=${ticket.ticketNumber}`);
  const respond = `/api/admin/support-tickets/${desk[0]?.id}/responses`;
  await admin.call(respond, 'POST', { message: `We write to ${email}` });
  await until('every mail is sent', async () => (await client.mailsTo(email)).length >= 3);

  const exported = await admin.call<Export>('/api/admin/privacy/export', 'POST', { email: key });

  const collections = new Set(exported.records.map(({ service, collection }) => `${service} ${collection}`));
  expect([...collections].toSorted()).toEqual([
    'svc-commerce orders',
    'svc-identity sessions',
    'svc-identity users',
    'svc-licensing licenses',
    'svc-support mails',
    'svc-support tickets',
  ]);
  expect(exported.obstacles).toEqual([]);
  expect(JSON.stringify(exported)).not.toMatch(/sealed|passwordHash|tokenHash|outbox/);

  // Refused for users who are not admins, and for an address of the staff.
  await expect(owner.call('/api/admin/privacy/erasures', 'POST', { email })).rejects.toThrow('403');
  const staff = await admin.call<{ email: string }>('/api/user');
  await expect(admin.call('/api/admin/privacy/erasures', 'POST', { email: staff.email })).rejects.toThrow(
    '409',
  );

  const requested = await admin.call<Erasure>('/api/admin/privacy/erasures', 'POST', { email });
  const erasure = await until('every service has reported', async () => {
    const listed = await admin.call<Erasure[]>('/api/admin/privacy/erasures');
    return listed.find(({ id, completedAt }) => id === requested.id && completedAt !== null);
  });

  expect(JSON.stringify(erasure).toLowerCase()).not.toContain(key);
  const reportOf = (name: string) => erasure.services.find(({ service }) => service === name);
  expect(reportOf('svc-commerce')?.kept).toEqual([{ collection: 'orders', count: 1 }]);
  expect(reportOf('svc-licensing')?.kept).toEqual([{ collection: 'licenses', count: 1 }]);
  expect(reportOf('svc-identity')?.removed).toEqual([{ collection: 'users', count: 1 }]);
  expect(reportOf('svc-support')?.removed).toEqual([{ collection: 'tickets', count: 1 }]);
  expect(await foundIn(key)).toEqual([]);
  expect(await foundIn('erika erased')).toEqual([]);
  const order = exported.records.find(({ collection }) => collection === 'orders')?.data;
  expect(await foundIn(String(order?.sessionId).toLowerCase())).not.toEqual([]);
  const kept = await admin.call<{ amount: string; customerEmail: string }[]>(
    `/api/admin/orders?search=${String(order?.sessionId)}`,
  );
  expect(kept).toMatchObject([{ customerEmail: '', amount: expect.stringMatching(/^\d+\.\d\d$/) }]);
  const validated = await client.call<{ valid: boolean }>('/api/license/validate', 'POST', {
    licenseKey,
    deviceId: device.deviceId,
  });
  expect(validated.valid).toBe(true);
  await expect(owner.call('/api/user')).rejects.toThrow('401');
});
