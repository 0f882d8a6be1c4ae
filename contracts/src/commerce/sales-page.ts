import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { nameLine, text } from '../primitives.ts';
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH, MAX_QUESTIONS } from './sales-page-limits.ts';

const AccentColor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a color as # and six digits, such as #0a7d55.');

/** Plain text. Markup is shown as typed. */
const Question = z.strictObject({
  question: nameLine(MAX_QUESTION_LENGTH, 1),
  answer: text(MAX_ANSWER_LENGTH, 1),
});

/** User info before the host, such as `https://bank.example@evil.example`. Such a link imitates another site. */
const USER_INFO = /^https:\/\/[^/\\?#]*@/i;

const ContactUrl = z
  .string()
  .trim()
  .max(300)
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: 'Enter a link that begins with https://.',
    }),
  )
  .refine((link) => !USER_INFO.test(link), 'Enter a link without a user name or password.');

/** The content that resellers add to their page besides name, logo and price. Each part is optional. */
export const SalesPage = z.strictObject({
  /** All tones of the page are derived from it. Null for the platform's own colors. */
  accentColor: AccentColor.nullable(),
  /** Shown before the questions about the product. */
  questions: z.array(Question).max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions.`),
  contactEmail: z.union([z.literal(''), EmailAddress]),
  contactUrl: z.union([z.literal(''), ContactUrl]),
});
export type SalesPage = z.infer<typeof SalesPage>;

export const EMPTY_SALES_PAGE: SalesPage = {
  accentColor: null,
  questions: [],
  contactEmail: '',
  contactUrl: '',
};
