import escapeHtml from 'escape-html';
import type { Block, EmailLook, EmailTemplate } from './email-template.ts';

const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";

interface Palette {
  ink: string;
  quiet: string;
  paper: string;
  sheet: string;
  sunken: string;
  line: string;
  signal: string;
  onSignal: string;
}

/** The brand's colors. Mail programs do not support variables, so each style contains the values. */
const LIGHT: Palette = {
  ink: '#10141F',
  quiet: '#545A6B',
  paper: '#FBFAF6',
  sheet: '#FFFFFF',
  sunken: '#F3F0E8',
  line: '#E6E2D8',
  signal: '#4338F5',
  onSignal: '#FFFFFF',
};

const DARK: Palette = {
  ink: '#F3F0E8',
  quiet: '#A9AFC0',
  paper: '#10141F',
  sheet: '#171C2B',
  sunken: '#1B2133',
  line: '#2C3348',
  signal: '#8F88FF',
  onSignal: '#10141F',
};

/** Mail programs with a dark theme apply these rules over the styles at the elements. */
function darkRules({ ink, quiet, paper, sheet, sunken, line, signal, onSignal }: Palette): string {
  return `@media (prefers-color-scheme: dark) {
.paper{background:${paper}!important}
.ink{color:${ink}!important}
.sheet{background:${sheet}!important;border-color:${line}!important}
.quiet{color:${quiet}!important}
.code{background:${sunken}!important;border-color:${line}!important}
.quote{border-color:${line}!important}
.button{background:${signal}!important;color:${onSignal}!important}
.link{color:${signal}!important}
.ring{border-color:${signal}!important}
.point{background:${signal}!important}
}`;
}

/** The template as HTML of the kind that every mail program shows: tables, and styles at the elements. */
export function renderHtml({
  subject,
  brand,
  heading,
  blocks,
  footer,
  identity,
  look,
}: EmailTemplate): string {
  const light = { ...LIGHT, ...look?.tones?.light };
  const dark = { ...DARK, ...look?.tones?.dark };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${darkRules(dark)}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" class="ink" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${SANS};font-size:16px;line-height:1.6;color:${light.ink};text-align:left;">
<tr><td style="padding:0 4px 20px;">${renderMark(look, light)}<span style="font-size:18px;font-weight:700;vertical-align:middle;">${escapeHtml(brand)}</span></td></tr>
<tr><td class="sheet" style="background:${light.sheet};border:1px solid ${light.line};border-radius:10px;padding:32px 28px;">
<h1 style="margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.01em;">${escapeHtml(heading)}</h1>
${blocks.map((block) => renderBlock(block, light)).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:${light.quiet};">${[footer, ...(identity ? [identity] : [])].map((line) => escapeHtml(line)).join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** The seller's logo, or the ring: a point and the circle that goes out from it. */
function renderMark(look: EmailLook | undefined, { signal }: Palette): string {
  if (look?.logoUrl) {
    return `<img src="${escapeHtml(look.logoUrl)}" alt="" height="32" style="height:32px;max-width:120px;vertical-align:middle;margin-right:10px;">`;
  }
  const ring = `display:inline-block;width:18px;height:18px;border:2px solid ${signal};border-radius:50%;`;
  const point = `display:block;width:8px;height:8px;margin:5px;border-radius:50%;background:${signal};`;
  return `<span class="ring" style="${ring}vertical-align:middle;margin-right:10px;"><span class="point" style="${point}"></span></span>`;
}

function renderBlock(block: Block, { quiet, sunken, line, signal, onSignal }: Palette): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 18px;overflow-wrap:anywhere;">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
    case 'heading':
      return `<h2 style="margin:28px 0 10px;font-size:18px;line-height:1.3;font-weight:700;">${escapeHtml(block.text)}</h2>`;
    case 'code':
      return `<p class="quiet" style="margin:0 0 6px;font-size:13px;color:${quiet};">${escapeHtml(block.label)}</p>
<p class="code" style="margin:0 0 22px;padding:14px 16px;background:${sunken};border:1px solid ${line};border-radius:6px;font-family:${MONO};font-size:15px;line-height:1.5;word-break:break-word;">${escapeHtml(block.value)}</p>`;
    case 'button':
      return `<p style="margin:0 0 22px;"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;background:${signal};border-radius:6px;color:${onSignal};font-weight:600;text-decoration:none;">${escapeHtml(block.label)}</a></p>`;
    case 'steps':
      return `<ol style="margin:0 0 18px;padding-left:22px;">${block.steps
        .map((step) => `<li style="margin:0 0 8px;">${escapeHtml(step)}</li>`)
        .join('')}</ol>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td class="quiet" style="padding:3px 18px 3px 0;color:${quiet};vertical-align:top;">${escapeHtml(name)}</td><td style="padding:3px 0;vertical-align:top;word-break:break-word;">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'quote':
      return `<p class="quote" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${line};">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
  }
}
