import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openBrowser, openDrawing } from './drawing.ts';

/**
 * Draws the demo film again: `npm run film -w mfe-storefront`. Needs ffmpeg and a Chromium. The files it makes are kept
 * in the repository, so only a change of the film needs it.
 */
const run = promisify(execFile);
const FRAMES_PER_SECOND = 15;
const SECONDS = 31;
const POSTER_AT = 9.6;
const media = path.resolve(import.meta.dirname, '../src/media');

const frames = await fs.mkdtemp(path.join(os.tmpdir(), 'film-'));
const browser = await openBrowser();
try {
  const page = await openDrawing(browser, 'film.html', { width: 960, height: 540 });
  const drawAt = async (seconds: number, file: string) => {
    await page.evaluate(`showAt(${seconds})`);
    await page.screenshot({ path: path.join(frames, file) });
  };
  for (let frame = 0; frame < SECONDS * FRAMES_PER_SECOND; frame += 1) {
    await drawAt(frame / FRAMES_PER_SECOND, `${String(frame).padStart(4, '0')}.png`);
  }
  await drawAt(POSTER_AT, 'poster.png');
} finally {
  await browser.close();
}
const input = ['-y', '-framerate', String(FRAMES_PER_SECOND), '-i', path.join(frames, '%04d.png')];
const codec = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-pix_fmt', 'yuv420p', '-row-mt', '1', '-an'];
await run('ffmpeg', [...input, ...codec, path.join(media, 'capture.webm')]);
await run('ffmpeg', [
  '-y',
  '-i',
  path.join(frames, 'poster.png'),
  '-quality',
  '82',
  path.join(media, 'capture.webp'),
]);
await fs.rm(frames, { recursive: true });
