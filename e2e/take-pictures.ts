import { buildExtension } from '@leadping/extension/build/build-extension';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import type { Page } from '@playwright/test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './test/extension/browser.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld } from './test/extension/world.ts';
import { until } from './platform.ts';

/**
 * Takes the pictures of the store's listing from the built extension: `npm run pictures -w e2e`. They are kept in the
 * repository, so only a change of what they show needs it. The person is invented and no platform is reached: the license is
 * signed here with a key of the moment.
 */
const output = resolve(import.meta.dirname, '../extension/store/screenshots');
const STORE = { width: 1280, height: 800 };
const [MAYA] = PEOPLE as readonly [Person];
const KEY = '7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S';
const DEVICE = '00000000-0000-4000-8000-000000000000';
const HOUR_MS = 3600_000;

/** A license as the platform would have left it, with its own signature. */
function signedLicense() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: 'picture', device: DEVICE, iat: now, exp: now + 30 * 24 * 3600 };
  const signed = `${part({ alg: 'EdDSA', kid: 'picture' })}.${part(claims)}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  return { key: KEY, token, keys: [{ kid: 'picture', x }], refusal: null, checkedAt: Date.now() };
}

const webhook = (id: string, name: string, preset: string, url: string) => ({
  id,
  name,
  preset,
  url,
  chosen: true,
  mapping: {},
});

async function fillStorage(browser: ExtensionBrowser): Promise<void> {
  const page = await browser.open('options');
  await page.evaluate((items) => chrome.storage.local.set(items), {
    deviceId: DEVICE,
    license: signedLicense(),
    configurations: [
      webhook('crm', 'HubSpot', 'hubspot', `https://${HOOKS}/hubspot`),
      webhook('sheet', 'Prospects in Airtable', 'airtable', `https://${OTHER_HOOKS}/airtable`),
    ],
  });
  await page.close();
}

/** A history of invented people, one of whose webhooks refused. */
async function fillHistory(page: Page): Promise<void> {
  const people = PEOPLE.slice(0, 5).map(({ fullName, jobTitle, company, location, slug }, index) => ({
    lead: {
      fullName,
      jobTitle,
      company,
      location,
      connections: 500,
      profileUrl: `${SITE}/in/${encodeURIComponent(slug)}`,
      email: null,
    },
    capturedAt: Date.now() - (index + 1) * HOUR_MS,
    state: index === 3 ? 'failed' : 'sent',
    lastText: index === 3 ? 'Answered 401 or 403' : 'Sent',
  }));
  await page.evaluate(
    ({ rows, host }) =>
      new Promise<void>((done, failed) => {
        const request = indexedDB.open('outbox');
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('deliveries', 'readwrite');
          rows.forEach((row, index) => {
            const pressId = `picture-${index}`;
            transaction.objectStore('deliveries').put({
              ...row,
              id: `${pressId}/crm`,
              pressId,
              configurationId: 'crm',
              configurationName: 'HubSpot',
              host,
              attempts: 1,
              nextAttemptAt: 0,
              leasedBy: '',
              leaseUntil: 0,
              finishedAt: row.capturedAt,
            });
          });
          transaction.addEventListener('complete', () => done());
          transaction.addEventListener('error', () => failed(new Error('the history was not written')));
        });
      }),
    { rows: people, host: HOOKS },
  );
}

/** Stands a narrow page, as the popup is, in the middle of a picture of the store's size. */
const frame = (page: Page) =>
  page.addStyleTag({
    content: `html { background: #e9e6fd; display: grid; place-items: center; min-height: 100vh }
      body.popup { background: #fbfaf6; border-radius: 12px; zoom: 1.6; box-shadow: 0 12px 40px #10141f33; overflow: hidden }`,
  });

const folder = await mkdtemp(join(tmpdir(), 'leadping-pictures-'));
const world = await startWorld();
let browser: ExtensionBrowser | undefined;
try {
  const built = join(folder, 'extension');
  await buildExtension({ gatewayUrl: 'https://leadping.invalid', output: built });
  await mkdir(output, { recursive: true });
  world.show(`/in/${MAYA.slug}/`, drawProfile(MAYA));
  browser = await launchExtension({ world, folder: built, colorScheme: 'light' });
  await browser.allow(HOOKS, OTHER_HOOKS);
  await fillStorage(browser);

  const shoot = async (page: Page, name: string) => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('::-webkit-scrollbar { display: none }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    await page.screenshot({ path: join(output, `${name}.png`) });
    await page.close();
  };
  const open = async (name: 'popup' | 'options' | 'onboarding') => {
    const page = await (browser as ExtensionBrowser).open(name);
    await page.setViewportSize(STORE);
    return page;
  };
  // Chrome asks once for a permission that was granted from outside.
  const grant = await open('options');
  await grant.getByRole('button', { name: 'Edit HubSpot' }).click();
  await grant.getByRole('button', { name: 'Save' }).click();
  await grant.getByRole('button', { name: 'Edit Prospects in Airtable' }).click();
  await grant.getByRole('button', { name: 'Save' }).click();
  await fillHistory(grant);
  await grant.close();

  const profile = await browser.context.newPage();
  await profile.setViewportSize(STORE);
  await profile.goto(`${SITE}/in/${MAYA.slug}/`);
  await dressProfile(profile);
  await pressPing(profile);
  await until('Pinged!', async () => (await buttonText(profile)) === 'Pinged!', 10);
  await shoot(profile, '1-profile');

  const popup = await open('popup');
  await popup.getByText('HubSpot').waitFor();
  await frame(popup);
  await shoot(popup, '2-popup');

  const options = await open('options');
  await options.getByText('Prospects in Airtable').first().waitFor();
  await shoot(options, '3-webhooks');
  const history = await open('options');
  await history.getByText('Answered 401 or 403').waitFor();
  await history.getByRole('region', { name: 'History' }).evaluate((section) => {
    scrollTo(0, section.getBoundingClientRect().top - 24);
  });
  await shoot(history, '4-history');
  const onboarding = await open('onboarding');
  await onboarding.getByRole('button', { name: 'Send a test' }).waitFor();
  await shoot(onboarding, '5-onboarding');
} finally {
  await browser?.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
}

/** A profile page in plain clothes: the networking site's own look is its own. */
function drawProfile({ fullName, jobTitle, company, location, connectionsText }: Person): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${fullName} | LinkedIn</title></head><body>
<header><b>Home</b><span>My network</span><span>Jobs</span><span>Messages</span></header>
<main><section><div class="banner"></div><div class="face">ML</div><h1>${fullName}</h1>
<div data-field="headline">${jobTitle}</div><div class="line"><span data-field="company">${company}</span> · <span data-field="location">${location}</span></div>
<div class="line" data-field="connections">${connectionsText}</div></section>
<section><h2>About</h2><p>Twenty years of freight, four of them with software. I build sales teams that listen first.</p></section>
<section><h2>Experience</h2><p>${jobTitle}, ${company}</p><p>Head of Partnerships, Harbour &amp; Sons</p></section></main></body></html>`;
}

/** By script, since the site's policy takes no style of a page's own. */
function dressProfile(page: Page): Promise<void> {
  const css = `body { margin: 0; background: #f3f0e8; font: 17px/1.5 system-ui, sans-serif; color: #10141f }
    header { display: flex; gap: 32px; padding: 16px 96px; background: #fff; border-bottom: 1px solid #e6e2d8; color: #545a6b }
    main { width: 880px; margin: 32px auto }
    section { position: relative; margin-bottom: 20px; padding: 28px 36px; background: #fff; border: 1px solid #e6e2d8; border-radius: 12px }
    .banner { height: 150px; margin: -28px -36px 0; background: linear-gradient(120deg, #dcd8ff, #f6e7d2); border-radius: 12px 12px 0 0 }
    .face { display: grid; place-items: center; width: 136px; height: 136px; margin: -76px 0 12px; background: #4338f5; color: #fff; border: 5px solid #fff; border-radius: 50%; font-size: 44px; font-weight: 700 }
    h1 { display: inline-block; margin: 0; font-size: 30px }
    h2 { margin: 0 0 8px; font-size: 20px } p { margin: 0 0 8px }
    [data-field="headline"] { font-size: 19px } .line { color: #545a6b }`;
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
