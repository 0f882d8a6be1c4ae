import { GATEWAY_URL } from '../gateway-url.ts';
import type { CaptureReply } from '../messages.ts';
import { translate } from '../text.ts';
import css from './button.css?text';
import type { Placeable } from './place.ts';
import { TRY_AGAIN } from './press.ts';

const REST_MS = 5000;
/** How long a question waits for its confirming press, and how long a link stays, in ms. */
const REPLY_MS = 15_000;

export interface PingButton extends Placeable {
  /** Shows that the profile is still loading. A press then waits for it. */
  setReading: (isReading: boolean) => void;
  setLastCapture: (time: number | null) => void;
}

/**
 * Creates the button in a closed shadow root, so that the page's scripts cannot reach it or read its texts.
 */
export function createPingButton(
  tag: string,
  onPress: (isConfirmed: boolean) => Promise<CaptureReply>,
): PingButton {
  const host = document.createElement(tag);
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  // The site's content security policy would block a style element.
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const frame = document.createElement('div');
  const button = document.createElement('button');
  button.title = translate('pingTitle');
  const label = document.createElement('span');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  button.append(label);
  frame.append(button, status);
  root.append(frame);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isReading = false;
  let lastCapture: number | null = null;

  const restText = () =>
    lastCapture === null ? translate('ping') : translate('pingedOn', formatDay(lastCapture));
  const draw = () => {
    if (isBusy || !button.dataset.state)
      label.textContent = isReading ? translate('reading') : isBusy ? translate('sendingShort') : restText();
  };
  const rest = () => {
    clearTimeout(timer);
    // Screen readers announce a live region only if its text changes, so clear it first.
    status.textContent = status.className = '';
    button.removeAttribute('data-state');
    draw();
  };
  const show = ({ state, text, detail, guide }: CaptureReply) => {
    label.textContent = translate(...text);
    button.dataset.state = state;
    const sentences = detail.map((one) => translate(...one)).join(' ');
    status.textContent = `${label.textContent}\n${sentences} `;
    if (guide) status.append(linkTo(guide));
    // Sighted users read the text on the button.
    status.className = sentences && 'seen';
    timer = setTimeout(rest, guide || state === 'ask' ? REPLY_MS : REST_MS);
  };
  button.addEventListener('click', (event) => {
    // The surrounding card may act as a link by script.
    event.stopPropagation();
    // A page can dispatch a click on the host. Only a person's press captures.
    if (!event.isTrusted || isBusy) return;
    const isConfirmed = button.dataset.state === 'ask';
    isBusy = true;
    rest();
    button.setAttribute('aria-disabled', 'true');
    void onPress(isConfirmed)
      .catch(() => TRY_AGAIN)
      .then((reply) => {
        isBusy = false;
        button.removeAttribute('aria-disabled');
        show(reply);
      });
  });
  rest();
  return {
    host,
    setPlace: (place) => (frame.className = place),
    measure: () => frame.getBoundingClientRect(),
    setReading: (now) => {
      isReading = now;
      draw();
    },
    setLastCapture: (time) => {
      lastCapture = time;
      draw();
    },
  };
}

function linkTo(guide: string): HTMLElement {
  const link = document.createElement('a');
  link.href = `${GATEWAY_URL}/docs/${guide}`;
  link.target = '_blank';
  link.rel = 'noreferrer';
  link.textContent = translate('whatToDo');
  // The surrounding card may act as a link by script.
  link.addEventListener('click', (event) => event.stopPropagation());
  return link;
}

function formatDay(time: number): string {
  const language = translate('language');
  return new Date(time).toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
  });
}
