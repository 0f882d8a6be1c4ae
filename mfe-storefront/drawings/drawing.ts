import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { displayFont, fontFaces } from '@leadping/web-kit/build/display-font';
import { cssVariables } from '@leadping/web-kit/theme/tokens';
import { type Browser, chromium, type Page } from 'playwright-core';

/** A browser for drawing pictures; `CHROMIUM` names another one than Debian's. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
  });
}

/** Opens a page of this folder in the product's colors and type. */
export async function openDrawing(
  browser: Browser,
  file: string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(pathToFileURL(path.join(import.meta.dirname, file)).href);
  const faces = fontFaces(pathToFileURL(displayFont().file).href).replaceAll(
    'font-display:optional',
    'font-display:block',
  );
  await page.addStyleTag({ content: `${faces}:root{${cssVariables('light')}}` });
  await page.evaluate('document.fonts.load(\'700 40px "Bricolage Grotesque"\')');
  return page;
}
