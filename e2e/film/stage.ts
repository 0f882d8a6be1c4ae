import type { Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { takePicture } from './take-picture.ts';

/** The height of the bar above a page. With it a frame is 960 x 540. */
export const BAR = 45;
export const FRAME = { width: 960, height: 540 } as const;

/** One moment of the film. */
export interface Moment {
  address: string;
  /** A picture below the bar, and the picture that fades in over it. */
  picture: string;
  next?: { picture: string; opacity: number };
  popup?: { picture: string; opacity: number };
  cursor?: { x: number; y: number; isPressed: boolean };
}

const HTML = `<!doctype html><meta charset="utf-8"><style>
  * { box-sizing: border-box } body { position: relative; width: 960px; height: 540px; margin: 0; overflow: hidden; background: #dcd8ff }
  #bar { display: flex; align-items: center; gap: 14px; height: ${BAR}px; padding: 0 16px; background: #e9e6fd; border-bottom: 1px solid #cbc5f5 }
  #address { flex: 1; padding: 4px 16px; border-radius: 16px; background: #fff; color: #545a6b; font: 15px/20px system-ui, sans-serif }
  #icon { width: 24px; height: 24px }
  .page { position: absolute; left: 0; top: ${BAR}px; width: 960px; height: ${FRAME.height - BAR}px }
  #popup { position: absolute; right: 12px; top: ${BAR + 2}px; width: 360px; border-radius: 10px; box-shadow: 0 8px 32px #10141f55 }
  #cursor { position: absolute; left: 0; top: 0; width: 26px; height: 26px; filter: drop-shadow(0 1px 2px #10141f66) }
</style><div id="bar"><span id="address"></span><img id="icon" alt=""></div>
<img class="page" id="picture" alt=""><img class="page" id="next" alt=""><img id="popup" alt="">
<svg id="cursor" viewBox="0 0 24 24"><path d="M5 2l14.5 11.2-6.9.8 4 7.4-2.9 1.5-3.9-7.5L5 20z" fill="#10141f" stroke="#fff" stroke-width="1.6"/></svg>`;

/**
 * Draws the parts that a headless browser lacks: the address bar with the extension's icon, and the pointer.
 * Everything else is a real screenshot.
 */
export async function openStage(page: Page, icon: Buffer, pictures: ReadonlyMap<string, Buffer>) {
  await page.setViewportSize(FRAME);
  await page.setContent(HTML);
  await page.evaluate(
    async ([iconUrl, taken]) => {
      const urls = taken.map(([name, base64]) => [name, `data:image/png;base64,${base64}`] as const);
      const scope = globalThis as unknown as { pictures: Map<string, string> };
      scope.pictures = new Map(urls);
      // Decode each picture once, so that no frame is drawn before its picture.
      for (const [, url] of urls) await Object.assign(new Image(), { src: url }).decode();
      (document.getElementById('icon') as HTMLImageElement).src = iconUrl;
    },
    [
      `data:image/png;base64,${icon.toString('base64')}`,
      [...pictures].map(([name, bytes]) => [name, bytes.toString('base64')] as const),
    ] as const,
  );
  return {
    draw: async (moment: Moment, file: string) => {
      await page.evaluate(show, moment);
      await writeFile(file, await takePicture(page, { x: 0, y: 0, ...FRAME }));
    },
  };
}

/**
 * Runs in the page. Uses no named functions, because the compiler would add a helper that does not exist in the page.
 */
async function show({ address, picture, next, popup, cursor }: Moment): Promise<void> {
  const { pictures } = globalThis as unknown as { pictures: Map<string, string> };
  (document.getElementById('address') as HTMLElement).textContent = address;
  const places = [
    ['picture', { picture, opacity: 1 }] as const,
    ['next', next] as const,
    ['popup', popup] as const,
  ];
  await Promise.all(
    places.map(async ([id, shown]) => {
      const image = document.getElementById(id) as HTMLImageElement;
      image.style.opacity = String(shown?.opacity ?? 0);
      if (!shown) return;
      const url = pictures.get(shown.picture);
      if (!url) throw new Error(`no picture ${shown.picture}`);
      if (image.src !== url) image.src = url;
      await image.decode();
    }),
  );
  const { style } = document.getElementById('cursor') as HTMLElement;
  style.opacity = cursor ? '1' : '0';
  if (cursor)
    style.transform = `translate(${cursor.x}px, ${cursor.y}px) scale(${cursor.isPressed ? 0.86 : 1})`;
}
