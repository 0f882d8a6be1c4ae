import { pino, type Logger } from 'pino';
import type { ServiceName } from '@leadping/contracts/services';
import { logFieldsOfWork } from './trace-context.ts';

export type Log = Logger;

/** Field names whose values never reach a log, at any of the first three levels. */
const SECRET_FIELDS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'secret',
  'authorization',
  'cookie',
  '["set-cookie"]',
  'licenseKey',
  'stripeLiveKey',
  'stripeTestKey',
  'stripeLiveWebhookSecret',
  'stripeTestWebhookSecret',
  'liveSecretKey',
  'webhookSecret',
  'MONGODB_URI',
];

const redactPaths = SECRET_FIELDS.flatMap((field) => {
  const dotted = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${dotted}`, `*.*${dotted}`];
});

export function buildLog(options: { service: ServiceName; level: string }): Log {
  return pino({
    level: options.level,
    base: { service: options.service },
    mixin: (_line, _level, logger) => {
      const { traceId, ...fields } = logFieldsOfWork();
      return traceId === undefined || 'traceId' in logger.bindings() ? fields : { traceId, ...fields };
    },
    redact: { paths: redactPaths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
