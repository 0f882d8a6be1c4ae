import { expect, test, type Page } from '@playwright/test';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runningPlatform } from '../platform.ts';
import { makeReseller, type TestReseller } from './reseller.ts';

const platform = runningPlatform();
const HOSTILE_NAMES = [
  'script',
  'script from elsewhere',
  'handlers',
  'images and uses',
  'styles and fonts',
  'foreign HTML',
  'a document type',
  'an animated link',
] as const;

/** Drawings that run scripts and load resources if nothing stops them. */
function hostileSvg(name: (typeof HOSTILE_NAMES)[number], canary: string): string {
  const ran = `document.documentElement.setAttribute('data-ran','1');fetch('${canary}/ran');alert(1)`;
  const [before, inside, attributes] = {
    script: ['', `<script>${ran}</script>`, ''],
    'script from elsewhere': ['', `<script href="${canary}/script.js"/>`, ''],
    handlers: [
      '',
      `<rect width="9" height="9" onload="${ran}"/><animate onbegin="${ran}"/>`,
      `onload="${ran}"`,
    ],
    'images and uses': [
      '',
      `<image href="${canary}/i.png" width="9" height="9"/><use href="${canary}/u.svg#a"/><filter id="f"><feImage href="${canary}/f.png"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
      '',
    ],
    'styles and fonts': [
      `<?xml-stylesheet href="${canary}/x.css" type="text/css"?>`,
      `<style>@import url("${canary}/s.css"); @font-face { font-family: f; src: url("${canary}/f.woff2") } text { font-family: f } rect { fill: url("${canary}/p.svg#p"); background: url("${canary}/b.png") }</style><text y="9">text</text><rect width="9" height="9" style="mask: url(${canary}/m.svg#m)"/>`,
      '',
    ],
    'foreign HTML': [
      '',
      `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${canary}/h.png" onerror="${ran}"/><iframe src="${canary}/frame"></iframe><meta http-equiv="refresh" content="0;url=${canary}/refresh"/><link rel="stylesheet" href="${canary}/l.css"/><script>${ran}</script></body></foreignObject>`,
      '',
    ],
    'a document type': [
      `<!DOCTYPE svg [<!ENTITY canary SYSTEM "${canary}/entity"><!ENTITY inner "&lt;script&gt;${ran}&lt;/script&gt;">]>`,
      `<text y="9">&inner;</text><image href="${canary}/d.png" width="9" height="9"/>`,
      '',
    ],
    'an animated link': [
      '',
      `<image width="9" height="9"><set attributeName="href" to="${canary}/set.png" begin="0s"/></image><a><animate attributeName="href" values="javascript:${ran.replaceAll('"', '&quot;')}"/><rect width="9" height="9"/></a>`,
      '',
    ],
  }[name];
  return `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="0 0 9 9" ${attributes}><rect width="9" height="9" fill="red"/>${inside}</svg>`;
}

test.describe('hostile logos', () => {
  const hits: string[] = [];
  let server: Server;
  let canary: string;
  let reseller: TestReseller;

  test.beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost');
      const bare = HOSTILE_NAMES.find((name) => path.pathname === `/bare/${encodeURIComponent(name)}`);
      if (bare) {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(hostileSvg(bare, canary));
        return;
      }
      hits.push(path.pathname);
      response.setHeader('access-control-allow-origin', '*');
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    canary = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    reseller = await makeReseller(platform, { businessName: 'Hostile', productPrice: '99', currency: 'USD' });
  });
  test.afterAll(async () => {
    server.closeAllConnections();
    server.close();
  });

  const upload = async (svg: string) => {
    const form = new FormData();
    form.set('logo', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg');
    const answer = await fetch(`${platform.publicUrl}/api/resellers/upload-logo`, {
      method: 'POST',
      body: form,
      headers: { cookie: reseller.signedIn.cookie(), origin: platform.publicUrl },
    });
    return { status: answer.status, ...((await answer.json()) as { logoUrl?: string; code?: string }) };
  };
  /** Stores the drawing without sanitizing, so that only the headers protect the browser. */
  const smuggle = async (svg: string) => {
    const { logoUrl = '' } = await upload('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>');
    const file = join(process.env.E2E_DATA_FOLDER ?? '', 'logos', logoUrl.split('/').at(-1) ?? '');
    await access(file);
    await writeFile(file, svg);
    return platform.publicUrl + logoUrl;
  };
  /** Opens the drawing directly and as an image of our own page. Returns its effects. */
  const look = async (page: Page, url: string) => {
    hits.length = 0;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const didRun = await page.evaluate(() => document.documentElement.hasAttribute('data-ran'));
    const opened = page.url();
    await page.goto(`${platform.publicUrl}/healthz`);
    const isShown = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      document.body.append(image);
      return image.decode().then(
        () => true,
        () => false,
      );
    }, url);
    await page.waitForLoadState('networkidle');
    return { didRun, isShown, dialogs, stayed: opened === url, hits: [...hits] };
  };

  for (const name of HOSTILE_NAMES) {
    test(`execute and fetch nothing, sanitized or not: ${name}`, async ({ page, context }) => {
      const svg = hostileSvg(name, canary);
      // The drawing must do harm without protection, otherwise the following checks prove nothing.
      const bare = await context.newPage();
      const harm = await look(bare, `${canary}/bare/${encodeURIComponent(name)}`);
      expect(harm.didRun || harm.hits.length > 0 || !harm.stayed).toBe(true);
      await bare.close();

      const harmless = { didRun: false, dialogs: [], stayed: true, hits: [] };
      expect(await look(page, await smuggle(svg))).toMatchObject(harmless);
      const { status, logoUrl, code } = await upload(svg);
      if (status === 200) {
        const cleaned = await look(page, platform.publicUrl + logoUrl);
        expect(cleaned).toMatchObject({ ...harmless, isShown: true });
      } else expect(code).toBe('LOGO_REFUSED');
    });
  }
});
