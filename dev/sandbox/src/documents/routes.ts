import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { renderFrame, sendPage } from '../page/frame.ts';
import { BadCall } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { describeInvoice, describeReceipt, type Document } from './documents.ts';
import { buildPdf } from './pdf.ts';

interface WithToken {
  Params: { token: string };
}

/** The pages behind `hosted_invoice_url`, `invoice_pdf` and `receipt_url`. Their addresses cannot be guessed. */
export function documentRoutes({ store }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<WithToken>('/invoice/:token', async (request, reply) => {
      const invoice = getInvoice(request.params.token);
      return sendPage(
        reply,
        renderDocument(describeInvoice(invoice), html`<a href="${invoice.invoice_pdf}">Download PDF</a>`),
      );
    });
    app.get<WithToken>('/invoice/:token/pdf', async (request, reply) => {
      const invoice = getInvoice(request.params.token);
      const { title, rows } = describeInvoice(invoice);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number}.pdf"`)
        .send(buildPdf([title, '', ...rows.map(([name, value]) => `${name}: ${value}`)]));
    });
    app.get<WithToken>('/receipt/:token', async (request, reply) => {
      const owned = store.charges
        .newestFirst()
        .find(({ object }) => object.receipt_url?.endsWith(`/receipt/${request.params.token}`));
      if (owned === undefined) throw new BadCall('There is no such receipt', 404);
      const seller = store.accounts.find(owned.account)?.name ?? owned.account;
      return sendPage(reply, renderDocument(describeReceipt(owned.object, seller)));
    });
  };

  function getInvoice(token: string) {
    const owned = store.invoices
      .newestFirst()
      .find(({ object }) => object.hosted_invoice_url?.endsWith(`/invoice/${token}`));
    if (owned === undefined) throw new BadCall('There is no such invoice', 404);
    return owned.object;
  }
}

function renderDocument({ title, rows }: Document, link: ReturnType<typeof html> | null = null) {
  return renderFrame(
    title,
    html`<section class="panel">
      <h1>${title}</h1>
      <ul class="items">
        ${rows.map(([name, value]) => html`<li><span>${name}</span><span>${value}</span></li>`)}
      </ul>
      ${link && html`<p class="note">${link}</p>`}
    </section>`,
  );
}
