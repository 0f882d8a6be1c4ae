import type { FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';

/** The frame of the pages that buyers see. */
export function renderFrame(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - sandbox</title>
        <link rel="stylesheet" href="/sandbox/assets/base.css" />
        <link rel="stylesheet" href="/sandbox/assets/pay.css" />
      </head>
      <body>
        <p class="banner"><span>Sandbox payment page. No real card is charged.</span></p>
        <main class="checkout">${content}</main>
      </body>
    </html>`;
}

export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .headers({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.markup);
}
