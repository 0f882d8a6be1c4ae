import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform } from '../platform.ts';
import { expectPicture } from './visual/pictures.ts';
import { fillPlatform, makeShownReseller } from './visual/fill-platform.ts';
import { pinFonts } from './visual/pin-fonts.ts';
import {
  outdatedReplies,
  readRecording,
  type Recording,
  recordReplies,
  replayReplies,
  writeRecording,
} from './visual/replies.ts';
import { type Reader, type Screen, SCREENS } from './visual/screens.ts';
import { isWhole, SHORT } from './depth.ts';
import { person } from './person.ts';

/*
 * `npm test` compares two views of the screens that are marked small, `npm run test:faults` all six, and
 * `npm run screens -w e2e` all screens. The running gateway
 * serves the pages, but their data was recorded, so that every run shows the same.
 */

const platform = runningPlatform();
const { publicUrl } = platform;
const isRecording = process.env.SCREENS === 'record';
const compared = SCREENS.filter(({ isSmall }) => isSmall || process.env.SCREENS === 'all');

const HEIGHTS = { 360: 780, 768: 1024, 1440: 900 } as const;
type View = readonly [width: keyof typeof HEIGHTS, colorScheme: 'light' | 'dark'];
const VIEWS: readonly View[] = [
  [360, 'dark'],
  [1440, 'light'],
  ...(isWhole || process.env.SCREENS === 'all'
    ? ([
        [360, 'light'],
        [768, 'light'],
        [768, 'dark'],
        [1440, 'dark'],
      ] as const)
    : []),
];

test.use({
  // Text rendering independent of the machine's settings.
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      // The pictures were accepted with full Chromium, because its headless shell renders slightly differently.
      executablePath: process.env.CHROMIUM ?? launchOptions.executablePath,
      args: [
        ...(launchOptions.args ?? []),
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--hide-scrollbars',
      ],
    }),
  locale: 'en-US',
  timezoneId: 'Europe/Berlin',
  contextOptions: { reducedMotion: 'reduce' },
});

const pathOf = ({ path }: Screen, names: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => names[name] ?? name);

async function openScreen(page: Page, screen: Screen, names: Record<string, string>): Promise<void> {
  await page.goto(publicUrl + pathOf(screen, names));
  await expect(page.getByRole('heading').first()).toBeVisible();
  if (screen.state !== 'loading') await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await screen.prepare?.(page);
}

/** Sections render as they come near and move the content below, so scroll until the position is stable. */
async function scrollTo(page: Page, part: string): Promise<void> {
  const places: number[] = [];
  await expect
    .poll(async () => {
      places.push(
        await page.locator(part).evaluate((element) => {
          element.scrollIntoView();
          return Math.round(element.getBoundingClientRect().top);
        }),
      );
      return new Set(places.slice(-4)).size === 1 && places.length >= 4;
    })
    .toBe(true);
}

if (isRecording) recordScreens();
else compareScreens();

function recordScreens(): void {
  test('the recording contains the replies that the screens show', async ({ browser }) => {
    const seller = await makeShownReseller(platform);
    const names = await fillPlatform(platform, seller);
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const cookies: Record<Reader, string> = {
      visitor: '',
      admin: admin.cookie(),
      reseller: seller.signedIn.cookie(),
    };
    const recording: Recording = { at: Date.now(), names, replies: {} };
    for (const reader of ['visitor', 'admin', 'reseller'] as const) {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin' });
      await addCookie(context, cookies[reader]);
      await context.clock.setFixedTime(recording.at);
      const replies = (recording.replies[reader] ??= {});
      const recorded = recordReplies(context, replies);
      for (const screen of SCREENS.filter(
        (one) => one.reader === reader && (one.state ?? 'full') === 'full',
      )) {
        const page = await context.newPage();
        await openScreen(page, screen, names);
        await page.waitForLoadState('networkidle');
        await recorded();
        await page.close();
      }
      await context.close();
    }
    await writeRecording(recording, publicUrl);
    expect(outdatedReplies(recording)).toEqual([]);
  });
}

async function addCookie(context: BrowserContext, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=', 2);
  if (name && value) await context.addCookies([{ name, value, url: publicUrl }]);
}

function compareScreens(): void {
  let recording: Recording;

  test.beforeAll(async () => {
    const { slug } = await makeShownReseller(platform);
    recording = await readRecording(publicUrl, slug);
  });

  test('the recorded replies satisfy the contract', () => {
    expect(outdatedReplies(recording)).toEqual([]);
  });

  for (const screen of compared) {
    test(
      `the screen ${screen.name} looks as accepted on a phone in dark and on a desktop in light`,
      SHORT,
      async ({ page, context }) => {
        await pinFonts(context);
        await context.clock.setFixedTime(recording.at);
        await replayReplies(context, recording.replies[screen.reader] ?? {}, () => screen.state ?? 'full');
        await openScreen(page, screen, recording.names);
        for (const [width, colorScheme] of VIEWS) {
          await page.setViewportSize({ width, height: HEIGHTS[width] });
          await page.emulateMedia({ colorScheme });
          if (screen.part) await scrollTo(page, screen.part);
          await expectPicture(page, `${screen.name}-${width}-${colorScheme}`, test.info());
        }
      },
    );
  }
}
