import './lazy-parts.ts';

/**
 * Waits for the browser's next task. The prerendered page is already visible, and the pauses between the shell's
 * parts let the browser respond to the visitor on a slow phone.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

void nextTask()
  .then(() => import(/* webpackMode: "eager" */ 'react-dom/client'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ '@leadping/web-kit/router'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'));
