import { z } from 'zod';
import { BRAND } from '../brand.ts';
import { defineQuestion } from '../event.ts';

/** An https address: it becomes a link on public pages. */
export const StoreUrl = z.url({ protocol: /^https$/ }).max(500);

/** Finds the extension's listing until an admin has set its address. */
export const DEFAULT_STORE_URL = `https://chromewebstore.google.com/search/${BRAND.name}`;

/** The admin's settings are commerce's; this one of them is kept here, where the extension's facts are. */
export const setStoreUrl = defineQuestion({
  answeredBy: 'svc-licensing',
  subject: 'ask.licensing.set-store-url',
  question: z.object({ chromeWebStoreUrl: StoreUrl }),
  answer: z.object({ chromeWebStoreUrl: StoreUrl }),
});

export const getStoreUrl = defineQuestion({
  answeredBy: 'svc-licensing',
  subject: 'ask.licensing.get-store-url',
  question: z.object({}),
  answer: z.object({ chromeWebStoreUrl: StoreUrl }),
});
