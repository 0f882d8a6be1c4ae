import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VIDEO } from '../src/copy/landing.ts';
import { webhookForms } from '../src/media/extension/guide-pictures.ts';

const ROOT = join(import.meta.dirname, '../..');
const MEDIA = join(ROOT, 'mfe-storefront/src/media/extension');
const MAX_BYTES = 600_000;
/** Pixels of the screen per pixel of a picture. */
const SCALE = 1.5;

/** Width and height of a WebP, lossy or extended (RFC 9649, 2.5 and 2.7, which store the size minus one). */
function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  return bytes.toString('latin1', 12, 16) === 'VP8X'
    ? { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    : { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Removes comments, layout and the kind of quotes, so that only what a browser reads is compared. */
const normalized = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('the Ping button of the landing page', () => {
  it('has the same declarations as the extension’s own button', () => {
    const own = normalized(
      readFileSync(join(ROOT, 'mfe-storefront/src/features/landing/ping-button.module.css'), 'utf8'),
    );
    // The host, the place on a page, the states that the landing page never shows and the note at the foot of the window are left out.
    const source = normalized(readFileSync(join(ROOT, 'extension/src/button/button.css'), 'utf8'))
      .replaceAll(/(?::host|\b(?:div|p|a)(?= \{)|\.(?:corner|dialog|seen))[^{]*\{[^}]*\} ?/g, '')
      .replaceAll(/\[data-state='(?:kept|ask|failed|refused)'\][^{,]*(?:,[^{]*)?\{[^}]*\} ?/g, '')
      .replace(", [data-state='unconfirmed']", '')
      .replaceAll("[data-state='sent']", '.ping.sent')
      .replace('button:not([data-state]):hover', 'button:hover')
      .replaceAll(/\bbutton(?=[ :])/g, '.ping');
    expect(own).toBe(source.trim());
  });
});

it('each chapter of the film begins with a caption', () => {
  const captions = readFileSync(join(ROOT, 'mfe-storefront/src/media/capture.vtt'), 'utf8');
  const starts = [...captions.matchAll(/^00:(\d\d\.\d+) -->/gm)].map(([, seconds]) => Number(seconds));
  expect(starts.length).toBeGreaterThan(VIDEO.chapters.length);
  for (const { at } of VIDEO.chapters)
    expect({ at, isCaptioned: starts.some((start) => start >= at && start - at < 0.5) }).toEqual({
      at,
      isCaptioned: true,
    });
});

describe('the pictures of the extension', () => {
  const files = readdirSync(MEDIA).filter((name) => name.endsWith('.webp'));

  it('include one for every webhook that a guide adds', () => {
    const folder = join(ROOT, 'guides/docs');
    const named = readdirSync(folder).flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /<AddWebhook(?:Picture)?\s+name="([^"]+)"\s+url="([^"]+)"/g,
        ),
      ].map(([, name, url]) => ({ name, url })),
    );
    expect(named.length).toBeGreaterThanOrEqual(7);
    expect(webhookForms.map(({ name, url }) => ({ name, url }))).toEqual(expect.arrayContaining(named));
  });

  it('are as large as the space reserved on the page, so that the layout does not shift', () => {
    const written = ['guide-pictures.ts', 'setup-pictures.ts']
      .map((name) => readFileSync(join(MEDIA, name), 'utf8'))
      .join('');
    const camel = (name: string) => name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    for (const file of files) {
      const name = camel(file.replace('.webp', ''));
      const found = new RegExp(`: ${name},[^}]*?width: (\\d+),\\s+height: (\\d+)`).exec(written);
      const { width, height } = sizeOf(join(MEDIA, file));
      expect({ file, width: width / SCALE, height: height / SCALE }).toEqual({
        file,
        width: expect.closeTo(Number(found?.[1]), -0.5),
        height: expect.closeTo(Number(found?.[2]), -0.5),
      });
    }
  });

  it('stay below a total size', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(MEDIA, file)).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });
});
