import './lazy-parts.ts';

/**
 * The browser's next task. The page is already there to be read: between the shell's parts the browser answers the
 * visitor, who else would wait for all of them in one piece on a slow phone.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

void nextTask()
  .then(() => import(/* webpackMode: "eager" */ 'react-dom/client'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ '@leadping/web-kit/router'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'));
