import { buildExtension } from '@leadping/extension/build/build-extension';
import { rootKeyOf } from '@leadping/extension/build/root-key';
import { SAMPLE_ROOT_SEED } from './test/extension/sample-platform.ts';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { act } from './film/act.ts';
import { CUTS, writeCaptions } from './film/captions.ts';
import { momentAt } from './film/script.ts';
import { openStage } from './film/stage.ts';
import { launchExtension, type ExtensionBrowser } from './test/extension/browser.ts';
import { startWorld } from './test/extension/world.ts';

/**
 * Records the landing page's film with the built extension: `npm run film -w e2e`. Needs ffmpeg. The film is in the
 * repository, so run it only after a visible change.
 */
const run = promisify(execFile);
const FRAMES_PER_SECOND = 20;
/** The poster frame: the button shows "Pinged!". */
const POSTER_AT = CUTS.press + 3;
const media = resolve(import.meta.dirname, '../mfe-storefront/src/media');

const folder = await mkdtemp(join(tmpdir(), 'leadping-film-'));
const world = await startWorld();
let browser: ExtensionBrowser | undefined;
try {
  const built = join(folder, 'extension');
  const licenseRootKey = rootKeyOf(SAMPLE_ROOT_SEED);
  await buildExtension({ gatewayUrl: 'https://leadping.invalid', licenseRootKey, output: built });
  browser = await launchExtension({ world, folder: built, colorScheme: 'light' });
  const take = await act(browser, world);
  const stage = await openStage(
    await browser.context.newPage(),
    await readFile(join(built, 'icons/48.png')),
    take.pictures,
  );
  const drawn = new Map<string, string>();
  for (let frame = 0; frame < CUTS.end * FRAMES_PER_SECOND; frame += 1) {
    const moment = momentAt(frame / FRAMES_PER_SECOND, take);
    const file = join(folder, `${String(frame).padStart(4, '0')}.png`);
    const key = JSON.stringify(moment);
    const same = drawn.get(key);
    if (same) await copyFile(same, file);
    else await stage.draw(moment, file);
    drawn.set(key, file);
  }
  const input = ['-y', '-framerate', String(FRAMES_PER_SECOND), '-i', join(folder, '%04d.png')];
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '40',
    '-b:v',
    '0',
    '-pix_fmt',
    'yuv420p',
    '-cpu-used',
    '4',
    '-row-mt',
    '1',
    '-an',
  ];
  await run('ffmpeg', [...input, ...codec, join(media, 'capture.webm')]);
  const poster = join(folder, `${String(POSTER_AT * FRAMES_PER_SECOND).padStart(4, '0')}.png`);
  await run('ffmpeg', ['-y', '-i', poster, '-quality', '82', join(media, 'capture.webp')]);
  await writeFile(join(media, 'capture.vtt'), writeCaptions());
} finally {
  await browser?.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
}
