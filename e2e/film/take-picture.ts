import type { Page } from '@playwright/test';

/** Of the film's pixels in one of a page, so that 960 x 540 make 1280 x 720. */
const SCALE = 4 / 3;

/** A part of a page as a PNG, drawn in the film's size. */
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
