import { z } from 'zod';
import { defineRoute } from '../route.ts';

/*
 * Reports of content security policy violations. Browsers send them in one of two formats:
 * https://www.w3.org/TR/CSP3/#deprecated-serialize-violation and https://www.w3.org/TR/CSP3/#cspviolationreportbody
 */

export const VIOLATIONS_PATH = '/api/csp-reports';

/** Directives that are counted by name. Other directives are counted together. */
export const DIRECTIVES = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
  '(other)',
] as const;

const Text = z.string().max(8000).nullish();

/** Only the used fields of a report. Its policy, referrer, user agent and address are ignored. */
const OldReport = z
  .object({
    'csp-report': z.object({
      'document-uri': Text,
      'effective-directive': Text,
      'violated-directive': Text,
      'blocked-uri': Text,
      'source-file': Text,
      'script-sample': Text,
      disposition: Text,
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      directive: report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0],
      blocked: report['blocked-uri'],
      source: report['source-file'],
      sample: report['script-sample'],
      disposition: report.disposition,
    },
  ]);

const NewReports = z
  .array(z.looseObject({ type: z.string().max(100), body: z.unknown() }))
  .max(100)
  .transform((reports) => reports.filter(({ type }) => type === 'csp-violation').map(({ body }) => body))
  .pipe(
    z.array(
      z
        .object({
          documentURL: Text,
          effectiveDirective: Text,
          blockedURL: Text,
          sourceFile: Text,
          sample: Text,
          disposition: Text,
        })
        .transform(({ documentURL, effectiveDirective, blockedURL, sourceFile, ...rest }) => ({
          page: documentURL,
          directive: effectiveDirective,
          blocked: blockedURL,
          source: sourceFile,
          ...rest,
        })),
    ),
  );

/** The body of `reportViolations` in either format. */
export const ViolationReports = z.union([OldReport, NewReports]);
export type ViolationReport = z.infer<typeof ViolationReports>[number];

/**
 * A browser sends cookies with it and may send no origin. It is authenticated by the page token in the address, and
 * no session is read.
 */
export const reportViolations = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: VIOLATIONS_PATH,
  summary: 'What the content security policy of a page refused, as its browser reports it',
  access: 'credentials',
  query: z.object({
    /** The token of the page with the policy. Without a valid token nothing is counted. */
    page: z.string().max(200).optional(),
  }),
  bodyType: 'raw',
  bodyLimit: 32 * 1024,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'PAYLOAD_TOO_LARGE'],
  limit: { points: 60, windowSeconds: 60 },
});

export const Violation = z.object({
  app: z.string(),
  version: z.string(),
  directive: z.enum(DIRECTIVES),
  /** A keyword such as `inline`, a file of ours or another site's origin. */
  blocked: z.string(),
  source: z.string(),
  /** The route of the page, such as `/r/:slug`. */
  page: z.string(),
  /** The sink that Trusted Types blocked, such as `Element innerHTML`. Empty for other directives. */
  sink: z.string(),
  /** `report`: the browser only reported the violation. */
  disposition: z.enum(['enforce', 'report']),
  count: z.int(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});
export type Violation = z.infer<typeof Violation>;

export const listViolations = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases/violations',
  summary: 'What the content security policy refused in the last 30 days, counted by version and kind',
  access: 'publisher',
  replies: { 200: z.object({ violations: z.array(Violation) }) },
  errors: ['FORBIDDEN'],
});
