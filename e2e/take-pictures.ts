import { buildExtension } from '@leadping/extension/build/build-extension';
import { rootKeyOf } from '@leadping/extension/build/root-key';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import type { Page } from '@playwright/test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './test/extension/browser.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld } from './test/extension/world.ts';
import { guidePictures } from './pictures/guide-pictures.ts';
import { addStyle, drawProfile, dressProfile, showContactInfo } from './pictures/profile-page.ts';
import { openReceiver } from './pictures/receiver-page.ts';
import { fillStorage, grantAll, SAMPLE_KEY, SAMPLE_ROOT_SEED } from './test/extension/sample-platform.ts';
import { until } from './platform.ts';

/**
 * Takes the pictures of the store listing, the guides and the landing page from the built extension: `npm run
 * pictures -w e2e`. They are in the repository, so run it only after a visible change. The person is invented and no
 * platform is used: the license is signed here with a temporary key.
 */
const output = resolve(import.meta.dirname, '../extension/store/screenshots');
const STORE = { width: 1280, height: 800 };
const [MAYA] = PEOPLE as readonly [Person];
const HOUR_MS = 3600_000;

const WEBHOOKS = [
  { id: 'crm', name: 'HubSpot', preset: 'hubspot', url: `https://${HOOKS}/hubspot` },
  { id: 'sheet', name: 'Prospects in Airtable', preset: 'airtable', url: `https://${OTHER_HOOKS}/airtable` },
];

/** A history of invented people, in which one webhook refused. */
async function fillHistory(page: Page): Promise<void> {
  const people = PEOPLE.slice(1, 6).map(({ fullName, jobTitle, company, location, slug }, index) => ({
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

/** Centers a narrow page such as the popup in a picture of the store's size. */
const frame = (page: Page) =>
  addStyle(
    page,
    `html { background: #e9e6fd; display: grid; place-items: center; min-height: 100vh }
      body.popup { background: #fbfaf6; border-radius: 12px; zoom: 1.3; box-shadow: 0 12px 40px #10141f33; overflow: hidden }`,
  );

const folder = await mkdtemp(join(tmpdir(), 'leadping-pictures-'));
const world = await startWorld();
let browser: ExtensionBrowser | undefined;
try {
  const built = join(folder, 'extension');
  const licenseRootKey = rootKeyOf(SAMPLE_ROOT_SEED);
  await buildExtension({ gatewayUrl: 'https://leadping.invalid', licenseRootKey, output: built });
  await mkdir(output, { recursive: true });
  world.show(`/in/${MAYA.slug}/`, drawProfile(MAYA));
  browser = await launchExtension({ world, folder: built, colorScheme: 'light' });
  await browser.allow(HOOKS, OTHER_HOOKS);
  const guides = guidePictures(browser);
  await guides.activate(SAMPLE_KEY);
  await fillStorage(browser, []);
  await guides.webhooks();
  await fillStorage(browser, WEBHOOKS);

  const shoot = async (page: Page, name: string) => {
    await addStyle(page, '::-webkit-scrollbar { display: none }');
    await page.screenshot({ path: join(output, `${name}.png`) });
    await page.close();
  };
  const open = async (name: 'popup' | 'options' | 'onboarding') => {
    const page = await (browser as ExtensionBrowser).open(name);
    await page.setViewportSize(STORE);
    return page;
  };
  await grantAll(browser, WEBHOOKS);
  const past = await browser.open('options');
  await fillHistory(past);
  await past.close();

  const profile = await browser.context.newPage();
  await profile.setViewportSize(STORE);
  await profile.goto(`${SITE}/in/${MAYA.slug}/`);
  await dressProfile(profile);
  await until('the button', async () => (await buttonText(profile)) === 'Ping!', 10);
  await showContactInfo(profile);
  await guides.ping(profile);
  await pressPing(profile);
  await until('Pinged!', async () => (await buttonText(profile)) === 'Pinged!', 10);
  await guides.pinged(profile);
  await shoot(profile, '1-profile');
  const receiver = await openReceiver(browser, world);
  await receiver.setViewportSize({ width: 700, height: 600 });
  await guides.received(receiver);
  await receiver.close();
  await guides.write();

  const popup = await open('popup');
  await popup.getByText('HubSpot').first().waitFor();
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
