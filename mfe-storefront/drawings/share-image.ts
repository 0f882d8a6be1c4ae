import path from 'node:path';
import { BRAND } from '@leadping/contracts/brand';
import { openBrowser, openDrawing } from './drawing.ts';

/** Draws `/og-image.png` again: `npm run share-image -w mfe-storefront`. */
const browser = await openBrowser();
try {
  const page = await openDrawing(browser, 'share-image.html', { width: 1200, height: 630 });
  await page.evaluate(`document.getElementById('brand').textContent = ${JSON.stringify(BRAND.name)}`);
  await page.screenshot({ path: path.resolve(import.meta.dirname, '../public/og-image.png') });
} finally {
  await browser.close();
}
