/* Runs in the page before anything of it does, and keeps in `window.interactions` how long each took to its next paint. */
const interactions = [];
window.interactions = interactions;

new PerformanceObserver((list) => {
  for (const { interactionId, startTime, duration } of list.getEntries()) {
    if (interactionId > 0) interactions.push({ id: interactionId, startTime, duration });
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
