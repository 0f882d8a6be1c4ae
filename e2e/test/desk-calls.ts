import { type BrowserContext, expect, type Page } from '@playwright/test';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { platformClient, runningPlatform } from '../platform.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

export const mark = () => randomBytes(5).toString('hex');
const addressOfOne = () => `10.${[...randomBytes(3)].join('.')}`;

interface OpenedTicket {
  id: string;
  email: string;
  ticketNumber: string;
}

/** Opens a ticket as a visitor with a unique address. */
export async function openTicket(
  admin: ReturnType<typeof person>,
  ticket: { subject: string; name?: string; email?: string; priority?: string },
) {
  const { ticketNumber } = await client.call<{ ticketNumber: string }>(
    '/api/support',
    'POST',
    {
      name: 'Ann Smith',
      email: `ann-${mark()}@example.com`,
      message: 'Please help',
      category: 'technical',
      ...ticket,
    },
    { 'x-forwarded-for': addressOfOne() },
  );
  const [found] = await admin.call<OpenedTicket[]>(`/api/admin/support-tickets?search=${ticketNumber}`);
  if (!found) throw new Error(`${ticketNumber} is not on the desk`);
  return found;
}

export async function adminCalls() {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  return admin;
}

/** Signs a browser in without the form, each with a unique address. */
export async function signIn(context: BrowserContext, { username, password }: typeof ADMIN = ADMIN) {
  const answer = await context.request.post(`${publicUrl}/api/login`, {
    headers: { origin: publicUrl, 'x-forwarded-for': addressOfOne() },
    data: { username, password },
  });
  expect(answer.status()).toBe(200);
}

/** Registers an account and makes it support staff in the database, as an operator would. */
export async function makeSupporter() {
  const supporter = { username: `sam-${mark()}`, password: `pass-${mark()}` };
  await person(platform).call('/api/register', 'POST', {
    ...supporter,
    email: `${supporter.username}@example.com`,
  });
  const database = await mongoose.createConnection(process.env.E2E_MONGODB_URI ?? '').asPromise();
  try {
    const { databases } = await database.listDatabases();
    let made = 0;
    for (const { name } of databases.filter(({ name }) => name.endsWith('identity'))) {
      const users = database.useDb(name).collection('users');
      const { modifiedCount } = await users.updateOne(
        { username: supporter.username },
        { $set: { role: 'support' } },
      );
      made += modifiedCount;
    }
    expect(made).toBe(1);
  } finally {
    await database.close();
  }
  return supporter;
}

export const tickets = (page: Page) => page.getByRole('list', { name: 'Tickets' });
