import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import mongoose from 'mongoose';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

interface Owner {
  username: string;
  email: string;
  password: string;
}

/** Runs work in the identity database of this stack. */
async function inIdentity<T>(work: (database: mongoose.Connection) => Promise<T>): Promise<T> {
  const uri = process.env.E2E_MONGODB_URI ?? '';
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const { databases } = await connection.getClient().db('admin').admin().listDatabases();
    const name = databases.find(
      (each) => each.name.startsWith(process.env.E2E_PREFIX ?? '-') && each.name.endsWith('identity'),
    )?.name;
    return await work(connection.useDb(name ?? ''));
  } finally {
    await connection.close();
  }
}

/** Creates an account with a role and a verified address. */
async function newAccount(role: 'admin' | 'reseller'): Promise<Owner> {
  const username = `${role}${randomBytes(4).toString('hex')}`;
  const account = { username, email: `${username}@example.com`, password: `long enough ${username}` };
  await person(platform).call('/api/register', 'POST', account);
  await inIdentity((database) =>
    database.collection('users').updateOne({ username }, { $set: { role, verifiedEmailKey: account.email } }),
  );
  return account;
}

const ageSessions = ({ username }: Owner) =>
  inIdentity(async (database) => {
    const user = await database.collection('users').findOne({ username });
    const signedInAt = new Date(Date.now() - 3_600_000);
    await database.collection('sessions').updateMany({ userId: user?._id }, { $set: { signedInAt } });
  });

/** Each sign-in has a new address, because one address gets three attempts in ten seconds. */
async function openSignIn(page: Page): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });
  await page.goto(`${publicUrl}/auth`);
}

async function typePassword(page: Page, { username, password }: Owner): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Removes the cookie of the known browser too, because it also gets three attempts in ten seconds. */
async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

/** A virtual authenticator with user verification. */
async function addAuthenticator(cdp: CDPSession): Promise<void> {
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

test('a passkey, an authenticator app and recovery codes can be set up in the profile and used for the sign-in', async ({
  page,
}) => {
  const owner = await newAccount('admin');
  await addAuthenticator(await page.context().newCDPSession(page));
  await openSignIn(page);
  await typePassword(page, owner);
  await page.waitForURL(/\/admin\//);
  await page.goto(`${publicUrl}/admin/profile`);

  // The first passkey creates recovery codes, which are shown once.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Work laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const recoveryCodes = await shown.allTextContents();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop');
  await until('the notice arrives', async () =>
    (await client.mailsTo(owner.email)).some(({ subject }) => subject.includes('a passkey was added')),
  );

  await page.getByRole('button', { name: 'Set up app' }).click();
  const secret = (
    await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7 ]{32,}$/ })
      .innerText()
  ).replaceAll(' ', '');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code from your app' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();

  // Passkey only.
  await signOut(page);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/admin\//);

  // Password and passkey.
  await signOut(page);
  await openSignIn(page);
  await typePassword(page, owner);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL(/\/admin\//);

  // Authenticator code.
  await signOut(page);
  await openSignIn(page);
  await typePassword(page, owner);
  await page.getByRole('button', { name: 'Use your authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Code from your app' }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/admin\//);

  // Recovery code, usable once.
  const useRecoveryCode = async () => {
    await signOut(page);
    await openSignIn(page);
    await typePassword(page, owner);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await useRecoveryCode();
  await page.waitForURL(/\/admin\//);
  for (let again = 0; again < 2; again++) {
    await useRecoveryCode();
    await expect(page.getByRole('alert').filter({ hasText: 'used already' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/auth');
  }

  // Each change is in the audit log.
  await openSignIn(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/admin\//);
  const change = async (method: string, path: string, data?: object) => {
    const reply = await page.request.fetch(publicUrl + path, {
      method,
      headers: { origin: publicUrl },
      ...(data && { data }),
    });
    expect(reply.ok(), `${method} ${path}`).toBe(true);
  };
  const listed = await page.request.get(`${publicUrl}/api/user/second-factors`);
  const { passkeys } = (await listed.json()) as { passkeys: { id: string }[] };
  const passkey = `/api/user/passkeys/${passkeys[0]?.id}`;
  await change('PUT', passkey, { name: 'Old laptop' });
  await change('POST', '/api/user/recovery-codes');
  await change('DELETE', '/api/user/authenticator');
  await change('DELETE', passkey);
  const reader = person(platform);
  await reader.signIn(ADMIN.username, ADMIN.password);
  await until('the audit log has all six', async () => {
    const entries = await reader.call<{ action: string; actor: { username: string } }[]>('/api/admin/audit');
    const own = entries.filter(({ actor }) => actor.username === owner.username);
    const changes = own.filter(({ action }) => /passkeys|authenticator|recovery-codes/.test(action));
    return new Set(changes.map(({ action }) => action)).size === 6;
  });
});

test('an old session must be confirmed before payment keys are saved, and the call then continues', async ({
  page,
}) => {
  const owner = await newAccount('admin');
  await openSignIn(page);
  await typePassword(page, owner);
  await page.waitForURL(/\/admin\//);
  await page.goto(`${publicUrl}/admin/settings`);
  const key = page.getByRole('form', { name: 'Stripe test keys' });
  await key
    .getByRole('textbox')
    .nth(1)
    .fill(`whsec_${randomBytes(16).toString('hex')}`);
  await ageSessions(owner);
  // The gateway caches sessions for three seconds.
  await until('the session is old', async () => {
    const { isFresh } = (await (await page.request.get(`${publicUrl}/api/user/fresh-session`)).json()) as {
      isFresh: boolean;
    };
    return !isFresh;
  });

  await key.getByRole('button', { name: 'Update test keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('incorrect');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Settings updated successfully').first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('an admin without a required second factor must set it up before anything else', async ({ page }) => {
  const [boss, admin] = [await newAccount('admin'), await newAccount('admin')];
  const cdp = await page.context().newCDPSession(page);
  await addAuthenticator(cdp);
  await openSignIn(page);
  await typePassword(page, boss);
  await page.waitForURL(/\/admin\//);
  await page.goto(`${publicUrl}/admin/profile`);
  const rule = page.getByRole('switch', { name: 'Second factor for every admin' });
  await rule.click();
  await expect(
    page.getByText('Set up a second factor for your own account first.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await rule.click();
  await expect(rule).toBeChecked();
  const bossCookies = await page.context().cookies();

  try {
    await page.context().clearCookies();
    await openSignIn(page);
    await typePassword(page, admin);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.goto(`${publicUrl}/admin/orders`);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await page.waitForURL(/\/admin\//);
    await page.goto(`${publicUrl}/admin/profile`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByText('Admins need a second factor here.').first()).toBeVisible();
  } finally {
    await page.context().clearCookies();
    await page.context().addCookies(bossCookies);
    await page.goto(`${publicUrl}/admin/profile`);
    await rule.click();
    await expect(rule).not.toBeChecked();
  }
  const audit = person(platform);
  await audit.signIn(ADMIN.username, ADMIN.password);
  const entries = await until('the audit log has it', async () => {
    const found = await audit.call<{ action: string; actor: { username: string } }[]>('/api/admin/audit');
    return found.some(
      ({ action, actor }) => action.endsWith('/sign-in-policy') && actor.username === boss.username,
    );
  });
  expect(entries).toBe(true);
});
