import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { expect, test, type Page } from '@playwright/test';
import { runningPlatform, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { buttonText, pressPing } from './extension/browser.ts';
import { HOOK, useExtension } from './extension/use-extension.ts';
import { SITE } from './extension/world.ts';

const { publicUrl } = runningPlatform();
const used = useExtension();
const [MAYA, IVAN] = (PEOPLE.slice(0, 2) as [Person, Person]).map((person, index) => ({
  ...person,
  email: `person-${index}@example.com`,
})) as [Person, Person];
/** A person whose address is not of the built-in form. */
const MOVED = { ...MAYA, slug: 'moved-elsewhere' };
const MOVED_PATH = `/people/${MOVED.slug}/`;

test.describe.configure({ mode: 'serial' });

const pathOf = ({ slug }: Person) => `/in/${encodeURIComponent(slug)}/`;

/** An unknown layout: the title has more than the name, and no link or heading marks the person. */
const unseen = (
  person: Person,
) => `<!doctype html><title>Profile of ${person.fullName} | LinkedIn</title><main data-of="${encodeURIComponent(person.slug)}">
  <x-banner data-kind="photo"><div><img alt=""></div></x-banner>
  <x-row><x-cell data-part="who"><div>${person.fullName}</div></x-cell></x-row>
  <x-row><x-cell><div>·</div><div>${person.degree}</div></x-cell></x-row>
  <x-grid>
    <x-cell><div>${person.jobTitle}</div><div><div>${person.location}</div></div></x-cell>
    <x-cell><div data-org="1">${person.company}</div><div>Another School</div></x-cell>
    <x-cell><div>${person.connectionsText}</div></x-cell>
  </x-grid>
  <x-mail><a href="mailto:${person.email ?? ''}">write</a></x-mail>
</main>`;

const REPAIR = JSON.stringify(
  {
    profile: {
      topCard: 'main',
      name: 'x-cell[data-part="who"] > div',
      headline: 'x-grid > x-cell:first-child:line(1)',
      location: 'x-grid:line(2)',
      company: 'x-cell:nth-of-type(2) [data-org]',
      connections: 'x-grid > x-cell:nth-of-type(3) > div:first-child',
    },
    contact: { emailField: 'x-mail a[href^="mailto:"]' },
    navigation: {
      pingButton: 'x-grid',
      personShown: 'main[data-of="{slug}"]',
      profilePath: ['/in/{slug}', '/people/{slug}'],
    },
  },
  null,
  2,
);

const seven = (person: Person, folder = 'in') => ({
  fullName: person.fullName,
  jobTitle: person.jobTitle,
  company: person.company,
  location: person.location,
  connections: person.connections,
  profileUrl: `${SITE}/${folder}/${encodeURIComponent(person.slug)}`,
  email: person.email,
});

async function openSelectors(page: Page): Promise<void> {
  await page.goto(`${publicUrl}/auth`);
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${publicUrl}/admin/overview`);
  await page.goto(`${publicUrl}/admin/selectors`);
}

/** Presses once the button exists, and waits until it shows a result. */
async function press(page: Page): Promise<string> {
  await pressPing(page);
  return until('the outcome of the press', async () => {
    const text = await buttonText(page);
    return text && !/^(?:Ping!|Sending…|Reading…)$/.test(text) ? text : undefined;
  });
}

test('an admin can see a capture broken by a new layout and publish a repair, after which the extension captures all seven fields without an update', async ({
  page: admin,
}) => {
  const { world, browser } = used;
  for (const person of [MAYA, IVAN]) world.show(pathOf(person), unseen(person));
  world.show(MOVED_PATH, unseen(MOVED));
  const profile = await browser.context.newPage();
  await profile.goto(SITE + pathOf(MAYA));
  await press(profile);
  for (const { body } of world.receivedAt(HOOK)) expect(body).not.toMatchObject({ jobTitle: MAYA.jobTitle });
  await profile.close();
  world.received.length = 0;

  await openSelectors(admin);
  const health = admin.getByRole('region', { name: 'Capture health' });
  const failing = health.getByRole('listitem').filter({ hasText: '100% not found' });
  await expect(async () => {
    await admin.reload();
    await expect(failing.first()).toBeVisible({ timeout: 5000 });
  }).toPass();

  // Pasted like the admin would: the tab shows which layout it matches and what the repair would capture.
  await admin.getByRole('textbox', { name: 'Selectors as JSON' }).fill(REPAIR);
  await admin.getByLabel('HTML of a profile page').fill(unseen(MAYA));
  const tried = admin.getByRole('region', { name: 'Try it' });
  const found = tried.getByText(/^7 of 7 fields found on layout/);
  await expect(found).toBeVisible();
  const [layout = ''] = /[0-9a-f]{8}$/.exec((await found.textContent()) ?? '') ?? [];
  await expect(failing.filter({ hasText: layout })).toBeVisible();
  await admin.getByRole('button', { name: 'Save selectors' }).click();
  await expect(admin.getByText('Chrome Extension Selectors saved successfully').first()).toBeVisible();

  const options = await browser.open('options');
  const session = await browser.context.newCDPSession(options);
  await session.send('Network.clearBrowserCache');
  // The worker does this every six hours.
  await options.evaluate(() => chrome.alarms.create('upkeep', { when: Date.now() }));
  await until('the published set', () =>
    options.evaluate(
      () =>
        new Promise<boolean>((done) =>
          chrome.storage.local.get('selectors', ({ selectors }) =>
            done(Boolean((selectors as { set?: { fullName?: unknown } } | undefined)?.set?.fullName)),
          ),
        ),
    ),
  );
  await options.close();

  const repaired = await browser.context.newPage();
  await repaired.goto(SITE + pathOf(MAYA));
  expect(await press(repaired)).toBe('Pinged!');
  await until('the lead', async () => world.receivedAt(HOOK)[0]);
  expect(world.receivedAt(HOOK)[0]?.body).toMatchObject(seven(MAYA));
  expect(await repaired.evaluate(() => document.querySelector('x-grid + *')?.tagName)).not.toBe('X-MAIL');

  // The address changes three seconds before the page.
  await repaired.evaluate(
    ({ path, html }) => {
      const site = globalThis as unknown as { go: (path: string) => void; draw: (html: string) => void };
      site.go(path);
      setTimeout(() => site.draw(html), 3000);
    },
    { path: pathOf(IVAN), html: unseen(IVAN) },
  );
  expect(await press(repaired)).toBe('Pinged!');
  await until('the lead of the next person', async () => world.receivedAt(HOOK)[1]);
  expect(world.receivedAt(HOOK)[1]?.body).toMatchObject(seven(IVAN));

  const moved = await browser.context.newPage();
  await moved.goto(SITE + MOVED_PATH);
  expect(await press(moved)).toBe('Pinged!');
  await until('the lead of the person at another address', async () => world.receivedAt(HOOK)[2]);
  expect(world.receivedAt(HOOK)[2]?.body).toMatchObject(seven(MOVED, 'people'));
  await used.admin.call('/api/selectors', 'POST', { selectors: '{}' });
});
