/* Runs in the page before anything of it does, and keeps in `window.seen` what a visitor sees when. */
const seen = { heading: 0, lcp: 0, cls: 0, firstPaint: 0, longTasks: [] };
window.seen = seen;

const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
observe('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
observe('longtask', ({ startTime, duration }) => seen.longTasks.push({ startTime, duration }));
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') seen.firstPaint = startTime;
});

const look = () => {
  if (!document.querySelector('h1')) return requestAnimationFrame(look);
  // The frame after the next one shows it.
  return requestAnimationFrame(() => requestAnimationFrame(() => (seen.heading = performance.now())));
};
look();
