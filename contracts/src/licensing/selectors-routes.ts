import { z } from 'zod';
import { IfNoneMatch } from '../headers.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { findSelectorsFault } from './selector-grammar.ts';

/** Maximum size of the selectors' text, in bytes. */
export const SELECTORS_LIMIT = 64 * 1024;

/** The parsed document of a selectors text: groups of fields with valid selectors. */
export const SelectorsDocument = z.record(z.string(), z.unknown()).superRefine((document, issues) => {
  const fault = findSelectorsFault(document);
  if (fault) issues.addIssue({ code: 'custom', path: fault.path, message: fault.message });
});

/** A version's text exactly as saved. `{}` before the first save. */
const SelectorsText = z.string();

export const getSelectors = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/selectors',
  summary: 'The stored selectors, with their version',
  access: 'admin',
  replies: {
    200: z.object({ selectors: SelectorsText, version: z.int().nonnegative(), savedAt: IsoDate.nullable() }),
  },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const saveSelectors = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/selectors',
  summary: 'Stores selectors as a new version; earlier ones are kept',
  access: 'admin',
  freshSession: true,
  body: z.strictObject({ selectors: z.string().trim().min(1, 'Please enter valid JSON selectors') }),
  // Quotes and line breaks are escaped in the JSON body, which makes it larger.
  bodyLimit: 3 * SELECTORS_LIMIT,
  replies: { 200: z.object({ message: z.string(), version: z.int().positive() }) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
});

export const listSelectorsVersions = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/selectors/versions',
  summary: 'The last 100 versions of the selectors, newest first',
  access: 'admin',
  replies: {
    200: z.array(
      z.object({
        version: z.int().positive(),
        selectors: SelectorsText,
        savedAt: IsoDate,
        savedBy: z.string(),
      }),
    ),
  },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const restoreSelectors = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/selectors/restore',
  summary: 'Stores an earlier version again, as the newest one',
  access: 'admin',
  freshSession: true,
  body: z.strictObject({ version: z.int().positive() }),
  replies: { 200: z.object({ message: z.string(), version: z.int().positive() }) },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Has an ETag and open CORS, because the extension reads it from any page. */
export const getPublicSelectors = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/public/selectors',
  summary: 'The selectors for the extension',
  access: 'anyone',
  headers: IfNoneMatch,
  replies: { 200: z.object({ selectors: SelectorsText, version: z.int().nonnegative() }) },
  replyHeaders: z.object({ etag: z.string() }),
  errors: ['RATE_LIMITED'],
  limit: { points: 300, windowSeconds: 60 },
  cors: 'any-origin',
});
