import { SAMPLE_LEAD } from '@leadping/extension/capture/lead';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import type { Page } from '@playwright/test';
import { addStyle, drawProfile, dressProfile, showContactInfo } from '../pictures/profile-page.ts';
import { openReceiver } from '../pictures/receiver-page.ts';
import { fillStorage, grantAll } from '../test/extension/sample-platform.ts';
import { until } from '../platform.ts';
import { buttonText, findButton, type ExtensionBrowser } from '../test/extension/browser.ts';
import { HOOKS, SITE, type World } from '../test/extension/world.ts';
import { BAR, FRAME } from './stage.ts';
import { takePicture } from './take-picture.ts';

const [FIRST] = PEOPLE as readonly [Person];
const MAYA: Person = {
  ...FIRST,
  jobTitle: SAMPLE_LEAD.jobTitle,
  connections: SAMPLE_LEAD.connections ?? 0,
  connectionsText: '1,204 connections',
};
const WEBHOOKS = [{ id: 'crm', name: 'Sales CRM', preset: 'custom', url: `https://${HOOKS}/leads` }];
const PAGE = { width: FRAME.width, height: FRAME.height - BAR };
const NO_SCROLLBAR = '::-webkit-scrollbar { display: none }';
/** How long changes of the button are recorded after the press, in ms. */
const AFTER_PRESS_MS = 1500;

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The pictures of the extension in order, and the pointer targets. */
export interface Take {
  pictures: Map<string, Buffer>;
  /** The pictures after the press, with seconds since the press. */
  afterPress: { picture: string; seconds: number }[];
  button: Place;
  historyLink: Place;
}

/** Plays the story with the real extension: a profile, one press, the received webhook, the popup, the history. */
export async function act(browser: ExtensionBrowser, world: World): Promise<Take> {
  const pictures = new Map<string, Buffer>();
  world.show(`/in/${MAYA.slug}/`, drawProfile(MAYA));
  await browser.allow(HOOKS);
  await fillStorage(browser, WEBHOOKS);
  await grantAll(browser, WEBHOOKS);

  const profile = await openAt(browser, `${SITE}/in/${MAYA.slug}/`);
  await dressProfile(profile);
  await addStyle(profile, NO_SCROLLBAR);
  await until('the button', async () => (await buttonText(profile)) === 'Ping!', 10);
  await showContactInfo(profile);
  const { box: button } = await until('the button', () => findButton(profile), 10);
  pictures.set('rest', await whole(profile));
  await profile.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  pictures.set('hover', await whole(profile));
  const pressedAt = Date.now();
  await profile.mouse.down();
  await profile.mouse.up();
  const afterPress: Take['afterPress'] = [];
  for (let at = 0; at < AFTER_PRESS_MS; at = Date.now() - pressedAt) {
    const picture = `pressed-${afterPress.length}`;
    const seconds = (Date.now() - pressedAt) / 1000;
    pictures.set(picture, await whole(profile));
    afterPress.push({ picture, seconds });
  }
  const text = await buttonText(profile);
  if (text !== 'Pinged!') throw new Error(`the button says ${text}`);
  await profile.close();

  const receiver = await openReceiver(browser, world);
  await receiver.setViewportSize(PAGE);
  // Centered in the frame.
  await addStyle(receiver, 'main { margin-top: 32px; border-radius: 12px }');
  pictures.set('received', await whole(receiver));
  await receiver.close();

  const popup = await browser.open('popup');
  await popup.setViewportSize({ width: 360, height: PAGE.height });
  await popup.getByText('Last captures').waitFor();
  const height = await popup.evaluate(() => document.body.getBoundingClientRect().height);
  pictures.set('popup', await takePicture(popup, { x: 0, y: 0, width: 360, height }));
  const historyLink = await placeOf(popup, '#history');
  await popup.close();

  const options = await browser.open('options');
  await options.setViewportSize(PAGE);
  await addStyle(options, NO_SCROLLBAR);
  const history = options.getByRole('region', { name: 'History' });
  await history.getByRole('link', { name: MAYA.fullName }).waitFor();
  await history.evaluate((section) => scrollTo(0, section.getBoundingClientRect().top - 24));
  pictures.set('history', await whole(options));
  await options.close();
  return { pictures, afterPress, button, historyLink };
}

async function openAt(browser: ExtensionBrowser, url: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.setViewportSize(PAGE);
  await page.goto(url);
  return page;
}

const whole = (page: Page) =>
  page
    .evaluate(() => ({ x: scrollX, y: scrollY }))
    .then((scrolled) => takePicture(page, { ...scrolled, ...PAGE }));

async function placeOf(page: Page, selector: string): Promise<Place> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}
