import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { readProfile } from '../capture/capture-profile.ts';
import { findAddress, type Address } from '../capture/published-path.ts';
import { sendMessage, type CaptureReply, type ToolbarPress, type ToolbarReply } from '../messages.ts';
import { openPublished } from '../selectors/published-selectors.ts';
import { translate } from '../text.ts';
import { watchAddress } from './address-watch.ts';
import { readButtonSettings, type ButtonSettings } from './button-settings.ts';
import { isOrphaned } from './press.ts';
import { openVisit, type Visit } from './visit.ts';

/**
 * Minimum time between two checks of the page, in ms, so that a page that changes constantly causes at most
 * four a second.
 */
const LOOK_REST_MS = 250;
/**
 * The same time while the page has no button beside the name. Such a check costs more than checking a placed
 * button.
 */
const LONG_REST_MS = 1000;

let visit: Visit | undefined;
let isFirst = true;
let published: SelectorSet = {};
let isPublishedOpen = false;

function start(settings: ButtonSettings): void {
  const { elementName, paths } = settings;
  let { isQuiet } = settings;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    const place = visit?.look();
    restTimer = setTimeout(look, place === 'corner' || isQuiet ? LONG_REST_MS : LOOK_REST_MS);
  });

  function look(): void {
    clearTimeout(restTimer);
    if (isOrphaned()) return end();
    const address = findAddress(location.pathname, paths);
    // The page's own links may write the address in another letter case. The page stays the same.
    if (address?.slug.toLowerCase() !== visit?.slug.toLowerCase()) change(address);
    visit?.look();
    // Outside of profiles only the address matters.
    if (visit)
      observer.observe(document.documentElement, {
        childList: true,
        subtree: true,
        characterData: true,
        attributeFilter: ['open'],
      });
  }

  function change(address: Address | null): void {
    observer.disconnect();
    const textBefore = visit?.leave();
    visit = undefined;
    if (address) {
      const tag = isQuiet ? null : elementName;
      visit = openVisit({ ...address, tag, isFirst, textBefore, published: () => published });
      tryPublished(address.slug);
    }
    isFirst = false;
    if (isQuiet) void sendMessage({ type: 'quiet-page', isProfile: address !== null });
  }

  function end(): void {
    observer.disconnect();
    stopWatching();
    visit?.leave();
  }

  // After an update of the extension the old script has lost its connection. Replace its button.
  document.querySelectorAll(elementName).forEach((old) => old.remove());
  const stopWatching = watchAddress(look);
  chrome.storage.onChanged.addListener(({ isQuiet: changed }) => {
    if (!changed) return;
    change(null);
    isQuiet = changed.newValue === true;
    look();
  });
  look();
}

/** Opens the published selectors when the first profile appears. An earlier press uses the built-in ones. */
function tryPublished(slug: string): void {
  if (isPublishedOpen) return;
  isPublishedOpen = true;
  openPublished((set) => readProfile(document, slug, set)).then(
    (set) => (published = set),
    () => {},
  );
}

/** The toolbar button captures in quiet mode. A second press confirms the question of the first one. */
let asked: Visit | undefined;
chrome.runtime.onMessage.addListener((message: ToolbarPress, _sender, reply) => {
  if (message.type !== 'press' || !visit) return false;
  const pressed = visit;
  void pressed.press(asked === pressed).then((said: CaptureReply) => {
    asked = said.state === 'ask' ? pressed : undefined;
    reply(describeReply(said));
  });
  return true;
});

/** The page translates the reply, because the worker has no texts before Chrome 100. */
const describeReply = ({ state, text, detail, guide }: CaptureReply): ToolbarReply => ({
  state,
  text: [text, ...detail].map((one) => translate(...one)).join(' '),
  isOver: state !== 'ask' && !guide,
});

/** The isolated world's global object. Pages cannot see it, and an update of the extension gets a new one. */
const world = globalThis as { ping?: 1 };
// Both the browser and the worker may inject the script, because the worker injects it into open tabs after
// an install.
if (!world.ping) {
  world.ping = 1;
  const settings = readButtonSettings();
  // Starts in the event loop turn of `DOMContentLoaded`. A script that the browser starts later has to wait for
  // the first layout.
  const begin = () => void settings.then(start);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
  else begin();
}
