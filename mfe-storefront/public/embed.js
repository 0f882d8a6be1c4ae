/**
 * For pages that embed a sales page: sizes each frame of ours to what it shows, tells it which page it stands in, and
 * takes the visitor along to the payment page.
 *
 *   <iframe src="https://…/r/your-page" style="width:100%;border:0"></iframe>
 *   <script src="https://…/embed.js" async></script>
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  // The build fills in the product's prefix.
  const READY = '%MESSAGE_PREFIX%FRAME_READY';
  const HEIGHT = '%MESSAGE_PREFIX%FRAME_HEIGHT';
  const REDIRECT = '%MESSAGE_PREFIX%STRIPE_REDIRECT';
  const PARENT_URL = '%MESSAGE_PREFIX%PARENT_URL_UPDATE';

  // Pages of others have visitors with browsers that do not know `URL.canParse`.
  const urlOf = (text) => {
    try {
      return new URL(text);
    } catch {
      return undefined;
    }
  };
  const isOurs = (frame) => urlOf(frame.src)?.origin === origin;
  const frames = () => [...document.querySelectorAll('iframe')].filter(isOurs);

  const introduce = (frame) =>
    frame.contentWindow?.postMessage({ type: PARENT_URL, parentUrl: location.href }, origin);

  addEventListener('message', (event) => {
    if (event.origin !== origin) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === event.source);
    if (!frame || typeof event.data !== 'object' || event.data === null) return;
    const { type, height, url } = event.data;
    if (type === READY) introduce(frame);
    if (type === HEIGHT && Number.isFinite(height)) frame.style.height = `${Math.ceil(height)}px`;
    if (type === REDIRECT && urlOf(url)?.protocol === 'https:') location.href = url;
  });

  // Frames that were ready before this script.
  frames().forEach(introduce);
})();
