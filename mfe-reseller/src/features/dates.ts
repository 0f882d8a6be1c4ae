const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the reader's language and time zone. */
export const dayText = (at: string) => DAY.format(new Date(at));
export const minuteText = (at: string) => MINUTE.format(new Date(at));
