/**
 * The extension build to test: the store's, or with `EXTENSION_AGE=88` its copy without APIs newer than Chrome 88
 * (`npm run aged -w e2e`), which cannot request permission for a webhook's host.
 */
export const isAged = process.env.EXTENSION_AGE === '88';

/** The unpacked build from the global set-up. */
export const extensionFolder = () => process.env.EXTENSION_FOLDER ?? '';

/** `npm run kills -w e2e` uses 1,000 captures and five kills of the browser. Other runs use fewer. */
export const QUEUED = Number(process.env.EXTENSION_QUEUED ?? 300);
export const BROWSER_KILLS = Number(process.env.EXTENSION_KILLS ?? 1);
