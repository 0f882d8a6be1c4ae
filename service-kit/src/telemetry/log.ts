import { pino, type Logger } from 'pino';
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

/**
 * What a line says of an error: type, message, stack (with those of its causes), simple fields, and the same of the errors in it.
 * The database's driver hangs its whole view of the servers on one, Stripe the payment, Mongoose the value that is there already:
 * no help at night, and some of it names people.
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

/** By its fields: an error of the runtime may be of another realm than ours. */
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
