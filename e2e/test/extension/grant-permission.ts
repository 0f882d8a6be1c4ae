import type { Page } from '@playwright/test';

/** Grants what the page requests, because tests cannot press the browser's own dialog. */
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
