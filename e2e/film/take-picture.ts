import type { Page } from '@playwright/test';

/** Scale from page pixels to film pixels: 960 x 540 becomes 1280 x 720. */
const SCALE = 4 / 3;

/** Takes a part of a page as a PNG in the film's resolution. */
export async function takePicture(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, scale: SCALE },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
