import { expect, test, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { runningPlatform } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';

const { publicUrl } = runningPlatform();

/** Pages of each remote. All their stylesheets are checked. */
const PAGES = {
  'mfe-storefront': '/',
  'mfe-support': '/support?tab=contact',
  'mfe-account': '/auth',
  'mfe-admin': '/admin/profile',
};

/** Opens a page, as an admin if it needs one. */
async function openPage(page: Page, path: string): Promise<void> {
  if (path.startsWith('/admin')) {
    const reply = await page.context().request.post(`${publicUrl}/api/login`, {
      headers: { origin: publicUrl, 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
      data: ADMIN,
    });
    expect(reply.status()).toBe(200);
  }
  await page.goto(publicUrl + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Splits a selector list at commas outside of brackets. */
function branchesOf(list: string): string[] {
  const branches = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) branches.push('');
    else branches[branches.length - 1] += character;
  }
  return branches;
}

for (const [remote, path] of Object.entries(PAGES)) {
  test(`${remote} cannot restyle other remotes, because each of its rules names one of its own classes, and leaves the page's globals unchanged`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const known = new Set(Object.getOwnPropertyNames(window));
      Object.defineProperty(window, 'addedGlobals', {
        value: () =>
          Object.getOwnPropertyNames(window).filter((name) => !known.has(name) && name !== 'addedGlobals'),
      });
    });
    await openPage(page, path);
    const selectors = await page.evaluate((name) => {
      const rulesOf = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSStyleRule) return [rule.selectorText];
          return rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule
            ? rulesOf(rule.cssRules)
            : [];
        });
      return [...document.styleSheets]
        .filter((sheet) => sheet.href?.includes(`/assets/${name}/`))
        .flatMap((sheet) => rulesOf(sheet.cssRules));
    }, remote);
    expect(selectors.length).toBeGreaterThan(5);
    const strangers = selectors.flatMap(branchesOf).filter((selector) => !selector.includes(`.${remote}-`));
    expect(strangers).toEqual([]);

    const added = await page.evaluate(() =>
      (window as unknown as { addedGlobals: () => string[] }).addedGlobals(),
    );
    // The expected globals: a container per app, the bundler's chunk list, names of the shell and its federation
    // runtime, and two of the schema library. None belongs to a remote.
    const own =
      /^(shell|mfe_[a-z]+|webpackChunk\w*|rspackChunk\w*|chunk\w*|__reactRouterVersion|__zod_global(Config|Registry)|dataLayer|__(VMOK|FEDERATION|GLOBAL_LOADING_REMOTE_ENTRY|LEADPING_FEDERATION_2)__)$/i;
    expect(added.filter((name) => !own.test(name))).toEqual([]);
  });
}
