import './lazy-parts.ts';

/**
 * The browser's next task. The page is already there to be read: between the shell's parts the browser answers the
 * visitor, who else would wait for all of them in one piece on a slow phone.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

await nextTask();
await import(/* webpackMode: "eager" */ 'react-dom/client');
await nextTask();
await import(/* webpackMode: "eager" */ '@leadping/web-kit/router');
await nextTask();
await import(/* webpackMode: "eager" */ './start.tsx');
