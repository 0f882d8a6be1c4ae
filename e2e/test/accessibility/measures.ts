import type { Page } from '@playwright/test';

/* Measures in a page. Each list contains faults and should be empty. */

/** WCAG 2.2, 2.5.8. */
const MIN_TARGET = 24;
/** Maximum frames to wait until a page settles after a press: ten seconds, for a slow machine. Checked in each frame. */
const MAX_FRAMES = 600;

/** Lists parts that extend beyond the page. Tables and code blocks may scroll by themselves. */
export const listCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollsAlone = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== 'visible') return true;
      return false;
    };
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && !scrollsAlone(element);
      })
      .map((element) => `cut off: ${element.outerHTML.slice(0, 90)}`);
    return wide > 0 ? [`the page is ${wide} px too wide`, ...cut] : cut;
  });

/** Lists controls smaller than 24 by 24 without that space around them. Links in a sentence are exempt. */
export const listSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isWithinText = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const own = element.textContent?.trim().length ?? 0;
      return (element.parentElement?.textContent?.trim().length ?? 0) > own;
    };
    const targets = [
      ...document.querySelectorAll(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !isWithinText(element))
      .map((element) => {
        // A label acts as its field's target.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        // antd's tab handles the press for its label.
        const own = (element.closest('.ant-tabs-tab') ?? element).getBoundingClientRect();
        const other = label?.getBoundingClientRect();
        return { element, rect: other && other.height > own.height ? other : own };
      })
      .filter(({ rect }) => rect.width > 1 && rect.height > 1);
    const isSmall = (rect: DOMRect) => rect.width < least - 0.5 || rect.height < least - 0.5;
    const center = (rect: DOMRect) => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
    const hasRoom = (rect: DOMRect) => {
      const { x, y } = center(rect);
      return targets.every(({ rect: other }) => {
        if (other === rect) return true;
        if (isSmall(other)) return Math.hypot(center(other).x - x, center(other).y - y) >= least;
        const dx = Math.max(other.left - x, 0, x - other.right);
        const dy = Math.max(other.top - y, 0, y - other.bottom);
        return Math.hypot(dx, dy) >= least / 2;
      });
    };
    return targets
      .filter(({ rect }) => isSmall(rect) && !hasRoom(rect))
      .map(
        ({ element, rect }) =>
          `${Math.round(rect.width)} x ${Math.round(rect.height)}: ${element.outerHTML.slice(0, 110)}`,
      );
  }, MIN_TARGET);

/** Lists text that is cut with the line, word and letter spacing of WCAG 1.4.12. The page keeps the spacing. */
export const listClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clipped = () =>
      [...document.querySelectorAll('body *')].filter((element) => {
        if (!(element instanceof HTMLElement) || !element.innerText?.trim()) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        // Text for screen readers only is one pixel large.
        if (element.clientWidth < 2 || element.clientHeight < 2) return false;
        const isShort = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 4;
        return isShort || (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 4);
      });
    const before = new Set(clipped());
    const room = new CSSStyleSheet();
    room.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];
    return clipped()
      .filter((element) => !before.has(element))
      .map((element) => `clipped: ${element.outerHTML.slice(0, 110)}`);
  });

/** Lists controls whose text or icons disappear in forced colors, because they have the color of their background. */
export const listUnseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isDrawn = (color: string) => color !== 'transparent' && !/^rgba\(.*, 0\)$/.test(color);
    const groundOf = (element: Element): string => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { backgroundColor } = getComputedStyle(one);
        if (isDrawn(backgroundColor)) return backgroundColor;
      }
      return 'none';
    };
    const faults: string[] = [];
    for (const control of document.querySelectorAll('button, a[href], input, textarea, select')) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.textContent?.trim() && getComputedStyle(control).color === groundOf(control))
        faults.push(`words in the color of the ground: ${control.outerHTML.slice(0, 90)}`);
      for (const icon of control.querySelectorAll('svg')) {
        const inks = [icon, ...icon.querySelectorAll('*')].flatMap((part) => {
          const { stroke, fill } = getComputedStyle(part);
          return [stroke, fill].filter((ink) => ink !== 'none' && isDrawn(ink));
        });
        if (inks.every((ink) => ink === groundOf(icon)))
          faults.push(
            `an icon in the color of the ground (${inks.join()}): ${control.outerHTML.slice(0, 90)}`,
          );
      }
    }
    return faults;
  });

interface Walk {
  presses: number;
  /** Also requires a ring of at least one pixel, because forced colors remove shadows. */
  hasRing?: boolean;
}

/** Presses Tab through the page. Lists focused elements that are not visible at all or have no ring. */
export async function listLostFocus(page: Page, { presses, hasRing = false }: Walk): Promise<string[]> {
  const lost: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      async ({ frames, needsRing }) => {
        const faultNow = () => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const name = element.outerHTML.slice(0, 90);
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const xs = [Math.max(left, 0) + 2, (Math.max(left, 0) + Math.min(right, innerWidth)) / 2];
          const ys = [Math.max(top, 0) + 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
          const label = element instanceof HTMLInputElement ? element.closest('label') : null;
          const isSeen = xs.some((x) =>
            ys.some((y) => {
              const hit = document.elementFromPoint(x, y);
              if (!hit) return false;
              // A button over the film is inside it.
              const isUpon =
                hit !== element && element.parentElement === hit.closest('button')?.parentElement;
              return isUpon || element.contains(hit) || hit.contains(element) || label?.contains(hit);
            }),
          );
          if (!isSeen) return `covered: ${name}`;
          const isRinged = [element, element.parentElement, label].some((one) => {
            if (!one) return false;
            const { outlineStyle, outlineWidth } = getComputedStyle(one);
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
          });
          // The controls of a film and their rings belong to the browser.
          return needsRing && !isRinged && element.tagName !== 'VIDEO' ? `no ring: ${name}` : null;
        };
        // Scrolling to the focus and the fade-in of a ring need some frames.
        for (let frame = 0; frame < frames && faultNow() !== null; frame += 1)
          await new Promise((next) => requestAnimationFrame(next));
        return faultNow();
      },
      { frames: MAX_FRAMES, needsRing: hasRing },
    );
    if (found) lost.push(found);
  }
  return [...new Set(lost)];
}
