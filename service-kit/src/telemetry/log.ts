import { pino, type Logger } from 'pino';
import { logFieldsOfWork } from './trace-context.ts';

export type Log = Logger;

/** Names of fields whose values are never logged, at the first three levels. */
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

/**
 * Logs an error's type, message, stack (with its causes) and simple fields, and those of nested errors. Other fields
 * are omitted because they are large and may contain personal data: the database driver adds its view of the servers,
 * Stripe the payment, and Mongoose the duplicate value.
 */
function describeError(err: unknown): unknown {
  const fields: unknown = pino.stdSerializers.err(err as Error);
  return isError(fields) ? simpleFields(fields) : fields;
}

function simpleFields(error: object): object {
  const fields: [string, unknown][] = Object.entries(error);
  return Object.fromEntries(
    fields.flatMap(([name, value]): [string, unknown][] => {
      if (typeof value !== 'object') return [[name, value]];
      if (Array.isArray(value)) return name === 'aggregateErrors' ? [[name, value.map(simpleFields)]] : [];
      return isError(value) ? [[name, simpleFields(value)]] : [];
    }),
  );
}

/** Checked by its fields, because an error of the runtime may come from another realm. */
const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'stack' in value && 'message' in value;

export function buildLog(options: { service: string; level: string }): Log {
  return pino({
    level: options.level,
    base: { service: options.service },
    mixin: (_line, _level, logger) => {
      const { traceId, ...fields } = logFieldsOfWork();
      return traceId === undefined || 'traceId' in logger.bindings() ? fields : { traceId, ...fields };
    },
    redact: { paths: redactPaths, censor: '[redacted]' },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
