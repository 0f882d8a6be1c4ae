import escapeHtml from 'escape-html';
import type { Block, EmailTemplate } from './email-template.ts';

/** The brand's colors. Mail programs do not support variables, so each style contains the values. */
const INK = '#10141F';
const QUIET = '#545A6B';
const PAPER = '#FBFAF6';
const SHEET = '#FFFFFF';
const SUNKEN = '#F3F0E8';
const LINE = '#E6E2D8';
const SIGNAL = '#4338F5';

const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";

/** The template as HTML of the kind that every mail program shows: tables, styles at the elements, no picture. */
export function renderHtml({ subject, brand, heading, blocks, footer }: EmailTemplate): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${SANS};font-size:16px;line-height:1.6;color:${INK};text-align:left;">
<tr><td style="padding:0 4px 20px;">${renderMark()}<span style="font-size:18px;font-weight:700;vertical-align:middle;">${escapeHtml(brand)}</span></td></tr>
<tr><td style="background:${SHEET};border:1px solid ${LINE};border-radius:10px;padding:32px 28px;">
<h1 style="margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.01em;">${escapeHtml(heading)}</h1>
${blocks.map(renderBlock).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:${QUIET};">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** The ring: a point and the circle that goes out from it. */
function renderMark(): string {
  const ring = `display:inline-block;width:18px;height:18px;border:2px solid ${SIGNAL};border-radius:50%;`;
  const point = `display:block;width:8px;height:8px;margin:5px;border-radius:50%;background:${SIGNAL};`;
  return `<span style="${ring}vertical-align:middle;margin-right:10px;"><span style="${point}"></span></span>`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 18px;">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p style="margin:0 0 6px;font-size:13px;color:${QUIET};">${escapeHtml(block.label)}</p>
<p style="margin:0 0 22px;padding:14px 16px;background:${SUNKEN};border:1px solid ${LINE};border-radius:6px;font-family:${MONO};font-size:15px;line-height:1.5;word-break:break-word;">${escapeHtml(block.value)}</p>`;
    case 'button':
      return `<p style="margin:0 0 22px;"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;background:${SIGNAL};border-radius:6px;color:${SHEET};font-weight:600;text-decoration:none;">${escapeHtml(block.label)}</a></p>`;
    case 'steps':
      return `<ol style="margin:0 0 18px;padding-left:22px;">${block.steps
        .map((step) => `<li style="margin:0 0 8px;">${escapeHtml(step)}</li>`)
        .join('')}</ol>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td style="padding:3px 18px 3px 0;color:${QUIET};vertical-align:top;">${escapeHtml(name)}</td><td style="padding:3px 0;word-break:break-word;">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'quote':
      return `<p style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${LINE};">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
  }
}
