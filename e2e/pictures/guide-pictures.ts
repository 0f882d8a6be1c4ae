import type { Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format } from 'prettier';
import type { ExtensionBrowser } from '../test/extension/browser.ts';
import { addStyle } from './profile-page.ts';

/**
 * Webhooks with the names in the guides. A guide with another name or URL draws its form instead of showing this
 * picture.
 */
const WEBHOOKS = [
  ['Other tool or own server', 'Sales CRM', 'https://hooks.example.com/catch/4815/leads'],
  ['Other tool or own server', 'Own server', 'https://leads.example.com/leads'],
  ['HubSpot', 'HubSpot', 'https://api.hubapi.com/your-webhook-address'],
  [
    'Salesforce',
    'Salesforce leads',
    'https://your-site.my.salesforce-sites.com/services/apexrest/ping?token=…',
  ],
  ['Pipedrive', 'Pipedrive', 'https://your-company.pipedrive.com/your-webhook-address'],
  ['Monday', 'Monday board', 'https://hooks.monday.com/your-webhook-address'],
  ['Airtable', 'Airtable', 'https://hooks.airtable.com/workflows/v1/genericWebhook/…'],
  ['Zapier', 'Zapier', 'https://hooks.zapier.com/hooks/catch/481516/2342abc/'],
  ['GoHighLevel', 'GoHighLevel', 'https://services.leadconnectorhq.com/hooks/…/webhook-trigger/…'],
] as const;

const output = resolve(import.meta.dirname, '../../mfe-storefront/src/media/extension');
/** The place for a set-up step on the landing page is twice as wide as high. */
const clipAt = (x: number, y: number, width: number): Clip => ({ x, y, width, height: width / 2 });
const cardAt = ({ x, y }: Clip): Clip => ({ x: x - 32, y: y - 120, width: 560, height: 280 });
const SCALE = 1.5;
const QUALITY = 55;
const BOTH = ['light', 'dark'] as const;
const ONE = ['light'] as const;

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Picture {
  name: string;
  width: number;
  height: number;
  schemes: readonly ('light' | 'dark')[];
  webhook?: { name: string; url: string };
}

/** Takes the pictures of the guides and the landing page in light and dark from the extension's own pages. */
export function guidePictures(browser: ExtensionBrowser) {
  const taken: Picture[] = [];

  const take = async (
    page: Page,
    name: string,
    clip: Clip,
    { schemes = BOTH, webhook }: Partial<Pick<Picture, 'schemes' | 'webhook'>> = {},
  ) => {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'webp',
        quality: QUALITY,
        clip: { ...clip, scale: SCALE },
        captureBeyondViewport: true,
      });
      await session.detach();
      await writeFile(join(output, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    taken.push({ name, width: clip.width, height: clip.height, schemes, ...(webhook && { webhook }) });
  };

  return {
    /** The popup of a browser without a license. */
    activate: async (key: string) => {
      await mkdir(output, { recursive: true });
      const page = await browser.open('popup');
      await page.setViewportSize({ width: 360, height: 400 });
      const field = page.getByLabel('License key');
      await field.fill(key);
      await field.blur();
      await take(page, 'activate', { x: 0, y: 0, width: 360, height: await heightOf(page) });
      const box = await boxOf(page, 'form');
      await take(page, 'setup-key', clipAt(0, box.y - 8, 376));
      await page.close();
    },
    /** The form of the second step, for every tool with a guide. */
    webhooks: async () => {
      const page = await browser.open('onboarding');
      await page.setViewportSize({ width: 608, height: 900 });
      await addStyle(page, '::-webkit-scrollbar { display: none }');
      for (const [tool, name, url] of WEBHOOKS) {
        await page.getByLabel('Tool').selectOption(tool);
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Webhook URL').fill(url);
        await page.getByLabel('Webhook URL').blur();
        await page.getByLabel('Tool').selectOption(tool);
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByLabel('Name', { exact: true }).blur();
        const slug = name.toLowerCase().replaceAll(' ', '-');
        await take(page, `webhook-${slug}`, await boxOf(page, 'li.card:nth-child(2)'), {
          webhook: { name, url },
        });
        if (name !== 'Sales CRM') continue;
        const field = await boxOf(page, 'input[name="name"]');
        await take(page, 'setup-webhook', clipAt(field.x - 16, field.y - 40, 500));
      }
      await page.close();
    },
    /** The button beside the name, before the press. */
    ping: async (page: Page) => {
      const name = await boxOf(page, 'h2');
      await take(page, 'ping', cardAt(name));
      await take(page, 'setup-ping', clipAt(name.x - 16, name.y - 68, 420), { schemes: ONE });
    },
    /** The button after the webhooks have accepted the data. */
    pinged: async (page: Page) => take(page, 'pinged', cardAt(await boxOf(page, 'h2'))),
    /** The received webhook. */
    received: async (page: Page) => take(page, 'received', await boxOf(page, 'main')),
    /** Writes the modules that export the pictures with their sizes. */
    write: async () => {
      await writeModule(
        'guide-pictures.ts',
        taken.filter(({ name }) => !name.startsWith('setup-')),
      );
      await writeModule(
        'setup-pictures.ts',
        taken.filter(({ name }) => name.startsWith('setup-')),
      );
    },
  };
}

const heightOf = (page: Page) => page.evaluate(() => document.body.getBoundingClientRect().height);

/** The bounding box of an element in the document, for clipping. */
async function boxOf(page: Page, selector: string): Promise<Clip> {
  const box = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    });
  if (box.width === 0) throw new Error(`${selector} is not shown`);
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

const camel = (name: string) => name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

async function writeModule(file: string, pictures: readonly Picture[]): Promise<void> {
  const imports = pictures.flatMap(({ name, schemes }) =>
    schemes.map((scheme) => {
      const file = `${name}-${scheme}`;
      return `import ${camel(file)} from './${file}.webp';`;
    }),
  );
  const show = ({ name, width, height, schemes }: Picture) =>
    `{ light: ${camel(`${name}-light`)}, dark: ${camel(`${name}-${schemes.at(-1)}`)}, width: ${width}, height: ${height} }`;
  const consts = pictures
    .filter(({ webhook }) => !webhook)
    .map((picture) => `export const ${camel(picture.name)} = ${show(picture)};`);
  const webhooks = pictures.filter(({ webhook }) => webhook);
  const list = webhooks.map(
    (picture) =>
      `{ name: ${JSON.stringify(picture.webhook?.name)}, url: ${JSON.stringify(picture.webhook?.url)}, picture: ${show(picture)} }`,
  );
  const text = [
    '// Written by `npm run pictures -w e2e`, from the built extension.',
    ...imports,
    '',
    ...consts,
    ...(list.length > 0 ? [`export const webhookForms = [${list.join(',\n')}];`] : []),
  ].join('\n');
  const options = { parser: 'typescript', singleQuote: true, printWidth: 110, trailingComma: 'all' } as const;
  await writeFile(join(output, file), await format(text, options));
}
