import type { EmailTemplate, RenderedEmailTemplate } from './email-template.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const MAX_SUBJECT_LENGTH = 200;

export function renderEmailTemplate(template: EmailTemplate): RenderedEmailTemplate {
  // One line, whatever a name or a ticket's subject carries: nothing can add a header.
  const subject = template.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_SUBJECT_LENGTH);
  return { subject, text: renderText(template), html: renderHtml(template) };
}
