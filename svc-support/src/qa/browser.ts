import type { QaReport } from '@leadping/contracts/support/qa-routes';
import { access, constants } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { confirm, runChecks, type Check, type OnProgress } from './check.ts';

const INSTALLED_AT = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PAGE_TIMEOUT_MS = 8000;

/** Opens the pages in a real browser. If none is installed on this machine, the report shows that. */
export async function runBrowser(
  publicUrl: string,
  browserPaths = INSTALLED_AT,
  onProgress?: OnProgress,
): Promise<QaReport> {
  const executablePath = await findInstalled(browserPaths);
  if (!executablePath) return runChecks([noBrowser], onProgress);
  // Loaded only for a run, because it is large.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--disable-quic'] });
  try {
    return await runChecks(pageChecks(browser, publicUrl), onProgress);
  } finally {
    await browser.close();
  }
}

const noBrowser: Check = {
  category: 'Health',
  name: 'A browser is installed',
  run: () =>
    Promise.reject(
      new Error('No browser is installed on this machine: install Chromium to run these tests.'),
    ),
};

function pageChecks(browser: Browser, publicUrl: string): Check[] {
  const onPage = (path: string, look: (page: Page) => Promise<string>) => async () => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto(`${publicUrl}${path}`);
      const seen = await look(page);
      confirm(faults.length === 0, `a script failed: ${faults[0] ?? ''}`);
      return seen;
    } finally {
      await context.close();
    }
  };
  const showsHeading = async (page: Page) => {
    const heading = page.locator('h1').first();
    await heading.waitFor();
    return (await heading.innerText()).slice(0, 100);
  };
  return [
    { category: 'Health', name: 'The landing page opens', run: onPage('/', showsHeading) },
    { category: 'Support', name: 'The support center opens', run: onPage('/support', showsHeading) },
    {
      category: 'Integration',
      name: 'The integration hub opens',
      run: onPage('/integrations', showsHeading),
    },
    {
      category: 'Auth',
      name: 'The sign-in asks for a password',
      run: onPage('/auth', async (page) => {
        await page.locator('input[type="password"]').first().waitFor();
        return 'the form is there';
      }),
    },
    {
      category: 'API',
      name: 'An unknown page says so',
      run: onPage('/qa-unknown-page', async (page) => {
        await page.getByText('404 Page Not Found').waitFor();
        return '404 Page Not Found';
      }),
    },
  ];
}

async function findInstalled(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
