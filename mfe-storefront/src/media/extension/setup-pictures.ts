// Written by `npm run pictures -w e2e`, from the built extension.
import setupKeyLight from './setup-key-light.webp';
import setupKeyDark from './setup-key-dark.webp';
import setupWebhookLight from './setup-webhook-light.webp';
import setupWebhookDark from './setup-webhook-dark.webp';
import setupPingLight from './setup-ping-light.webp';

export const setupKey = { light: setupKeyLight, dark: setupKeyDark, width: 376, height: 188 };
export const setupWebhook = { light: setupWebhookLight, dark: setupWebhookDark, width: 500, height: 250 };
export const setupPing = { light: setupPingLight, dark: setupPingLight, width: 420, height: 210 };
