import type { Page } from '@playwright/test';

/** In place of the browser's own dialog, which no test can press: what this page asks for is granted. */
export async function grantWhenAsked(page: Page, grant: () => Promise<void>): Promise<void> {
  await page.exposeFunction('grant', grant);
  await page.evaluate(() => {
    const asked = globalThis as unknown as { grant: () => Promise<void> };
    Object.assign(chrome.permissions, {
      request: async (_wanted: unknown, done: (isGranted: boolean) => void) => {
        await asked.grant();
        done(true);
      },
    });
  });
}
