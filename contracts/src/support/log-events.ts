import { z } from 'zod';
import { defineEvent } from '../event.ts';
import type { ShortName } from '../services.ts';
import { LOG_FILTERS } from './vocabulary.ts';

/**
 * One line of the admin's system logs. Any service can publish it, and support stores it. Never contains a secret.
 */
export const LogRecord = z.object({
  level: z.enum(['info', 'warning', 'error']),
  category: z.enum(LOG_FILTERS),
  message: z.string().max(500),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: z.iso.datetime(),
});
export type LogRecord = z.infer<typeof LogRecord>;

/** Subjects are `<service>.log.recorded`. The producers' streams store them, so that none is lost. */
export const LOG_SUBJECT_SUFFIX = 'log.recorded';

export const logRecorded = (service: ShortName) =>
  defineEvent({
    producer: service === 'gateway' ? 'gateway' : `svc-${service}`,
    subject: `${service}.${LOG_SUBJECT_SUFFIX}`,
    version: 1,
    payload: LogRecord,
  });
