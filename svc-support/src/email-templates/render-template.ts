import type { EmailTemplate, RenderedEmailTemplate } from './email-template.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const MAX_SUBJECT_LENGTH = 200;

export function renderEmailTemplate(template: EmailTemplate): RenderedEmailTemplate {
  // Reduced to one line, so that a name or a ticket's subject cannot add a header.
  const subject = template.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_SUBJECT_LENGTH);
  return { subject, text: renderText(template), html: renderHtml(template) };
}
