import { expect, type Page, type TestInfo } from '@playwright/test';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import {
  comparePictures,
  countDots,
  type Difference,
  drawDifference,
  looksAlike,
  type Pixels,
} from './compare.ts';
import { encodePalette } from './palette.ts';

const FOLDER = join(import.meta.dirname, 'accepted');
const TIMEOUT = 15_000;

const take = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });

const pngOf = ({ width, height, data }: Pixels) => {
  const png = new PNG({ width, height });
  png.data.set(data);
  return PNG.sync.write(png);
};

/**
 * Fails softly if the page does not match its accepted picture in time. The report shows both pictures and the
 * difference. With `--update-snapshots=changed` it accepts the current page.
 */
export async function expectPicture(page: Page, name: string, test: TestInfo): Promise<void> {
  const file = join(FOLDER, `${name}.png`);
  const accepted = await readFile(file).catch(() => undefined);
  if (test.config.updateSnapshots !== 'none') return acceptPicture(page, file, accepted);
  if (!accepted) {
    expect.soft(accepted, `${name} has no accepted picture`).toBeDefined();
    return;
  }
  const before = PNG.sync.read(accepted);
  let now = await take(page);
  let difference: Difference = comparePictures(before, PNG.sync.read(now));
  const until = Date.now() + TIMEOUT;
  while (!looksAlike(difference) && Date.now() < until) {
    now = await take(page);
    difference = comparePictures(before, PNG.sync.read(now));
  }
  if (looksAlike(difference)) return;
  // The report overlays pictures with these suffixes.
  for (const [ending, body] of [
    ['expected', accepted],
    ['actual', now],
    ['diff', pngOf(drawDifference(PNG.sync.read(now), difference))],
  ] as const)
    await test.attach(`${name}-${ending}.png`, { body, contentType: 'image/png' });
  const found = difference.sizes ?? `${countDots(difference)} dots differ`;
  expect.soft(found, `${name} as it was accepted`).toBe('alike');
}

async function acceptPicture(page: Page, file: string, accepted: Buffer | undefined): Promise<void> {
  // Accept a page only when it has loaded. A page that loads forever is accepted as it is.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  let last = await take(page);
  await expect
    .poll(async () => {
      const before = last;
      last = await take(page);
      return before.equals(last);
    })
    .toBe(true);
  const now = PNG.sync.read(last);
  if (accepted && looksAlike(comparePictures(PNG.sync.read(accepted), now))) return;
  const encoded = encodePalette(now);
  expect(looksAlike(comparePictures(PNG.sync.read(encoded), now))).toBe(true);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, encoded);
}
