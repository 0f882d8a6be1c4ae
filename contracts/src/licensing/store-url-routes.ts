import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { StoreUrl } from './requests.ts';

export const getChromeStoreUrl = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/chrome-store-url',
  summary: "The address of the extension's listing in the Chrome Web Store",
  access: 'anyone',
  replies: { 200: z.object({ chromeWebStoreUrl: StoreUrl }) },
  errors: [],
});
