/**
 * Which build of the extension the tests load: the one for the store, or with `EXTENSION_AGE=88` its copy without what is
 * newer than Chrome 88 (`npm run aged -w e2e`), where no permission for a webhook's host can be asked for.
 */
export const isAged = process.env.EXTENSION_AGE === '88';

/** The unpacked build; the global set-up made it. */
export const extensionFolder = () => process.env.EXTENSION_FOLDER ?? '';

/** `npm run kills -w e2e` takes 1,000 captures and five kills of the browser; every run has the small form. */
export const QUEUED = Number(process.env.EXTENSION_QUEUED ?? 300);
export const BROWSER_KILLS = Number(process.env.EXTENSION_KILLS ?? 1);
