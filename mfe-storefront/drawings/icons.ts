import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COLORS } from '@leadping/web-kit/theme/tokens';
import { ICON } from '@leadping/web-kit/build/icon';
import { openBrowser } from './drawing.ts';

const PUBLIC = path.resolve(import.meta.dirname, '../public');

/** Draws `/favicon.ico` and `/apple-touch-icon.png` again: `npm run icons -w mfe-storefront`. */
const browser = await openBrowser();
try {
  const draw = async (size: number, inset: number, ground: string) => {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0;background:${ground}}svg{display:block;padding:${inset}px;width:${size - 2 * inset}px}</style>${ICON}`,
    );
    return page.screenshot({ omitBackground: true });
  };
  await writeFile(path.join(PUBLIC, 'apple-touch-icon.png'), await draw(180, 24, COLORS.light.ground));
  await writeFile(path.join(PUBLIC, 'favicon.ico'), asIco(await draw(32, 0, 'transparent'), 32));
} finally {
  await browser.close();
}

/** Wraps a PNG as an ICO file with one directory entry, because browsers request `/favicon.ico` without a link to it. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
