import { expect, test } from '@playwright/test';
import { DEEP } from './depth.ts';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { buttonText, pressPing } from './extension/browser.ts';
import { MAYA, useExtension } from './extension/use-extension.ts';
import { SITE } from './extension/world.ts';
import { until } from '../platform.ts';

test.describe.configure({ mode: 'serial' });

const used = useExtension();

test(
  'a megabyte in a field or an unparsable published selector empties that field and loses nothing else',
  DEEP,
  async () => {
    used.world.received.length = 0;
    const huge = { ...MAYA, slug: 'huge', jobTitle: 'x'.repeat(1_000_000) };
    used.world.show(`/in/${huge.slug}/`, LAYOUTS.ember(huge));
    const options = await used.browser.open('options');
    await options.evaluate(
      (set) =>
        new Promise<void>((done) => {
          // The selectors as if they came from an older version of the platform, past every check; the last report as if it
          // had gone more than a minute ago.
          const selectors = { hash: 'broken', version: 0, set };
          chrome.storage.local.set({ selectors, reports: { sentAt: 0, captures: [] } }, done);
        }),
      { fullName: ['[[[', 'h1:has('], location: ['>>'] },
    );
    const page = await used.browser.context.newPage();
    await page.goto(`${SITE}/in/${huge.slug}/`);
    await pressPing(page);
    await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
    expect(used.world.received[0]?.body).toMatchObject({ fullName: MAYA.fullName, jobTitle: '' });
    // The platform learns the name of the field, for the admin's Selectors tab.
    await until('the name of the failed field', async () => {
      const { total } = await used.admin.call<{ total: { failures: Record<string, number> } }>(
        '/api/selectors/failures',
      );
      return (total.failures.jobTitle ?? 0) > 0;
    });
    await options.evaluate(
      () => new Promise<void>((done) => chrome.storage.local.remove(['selectors', 'trial'], done)),
    );
    await options.close();
    await page.close();
  },
);

test(
  'the extension tries published selectors before using them, and drops a set after three unfinished trials',
  DEEP,
  async () => {
    const text = JSON.stringify({ profile: { headline: 'main .hoverable-link-text' } });
    await used.admin.call('/api/selectors', 'POST', { selectors: text });
    const options = await used.browser.open('options');
    const session = await used.browser.context.newCDPSession(options);
    await session.send('Network.clearBrowserCache');
    const stored = <T>(name: string) =>
      options.evaluate(
        (key) =>
          new Promise<T | undefined>((done) =>
            chrome.storage.local.get(key, (items: Record<string, T>) => done(items[key])),
          ),
        name,
      );
    // As every six hours.
    await options.evaluate(() => chrome.alarms.create('upkeep', { when: Date.now() }));
    const { hash } = await until('the published set', () => stored<{ hash: string }>('selectors'));
    const jobTitleOf = async () => {
      used.world.received.length = 0;
      const page = await used.profile();
      await until(
        'the end of the trial',
        async () => (await stored<{ hash: string }>('trial'))?.hash === hash,
      );
      await pressPing(page);
      await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
      await page.close();
      return used.world.received[0]?.body.jobTitle;
    };
    expect(await jobTitleOf()).toBe(MAYA.company);
    expect(await stored('trial')).toEqual({ hash, finished: true });
    // State of a third tab that was closed before the trial of the set ended.
    await options.evaluate(
      (mark) => new Promise<void>((done) => chrome.storage.local.set({ trial: mark }, done)),
      { hash, finished: false, begun: 3 },
    );
    expect(await jobTitleOf()).toBe(MAYA.jobTitle);
    await used.admin.call('/api/selectors', 'POST', { selectors: '{}' });
    await options.close();
  },
);
