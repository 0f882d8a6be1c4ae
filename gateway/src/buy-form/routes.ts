import { ErrorBody } from '@leadping/contracts/errors';
import { CODE_PARAMETER } from '@leadping/contracts/commerce/discount-code';
import { BuyForm, buyByForm } from '@leadping/contracts/gateway/buy-routes';
import { inScope } from '@leadping/service-kit/http/in-scope';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiSecurityHeaders } from '../http/security-headers.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import { guardRoute, type GuardParts } from '../routing/guard.ts';
import { consentPage, continuePage, failurePage, PAGE_HEADERS, pageHeaders } from './reply-page.ts';
import { startCheckout } from './start-checkout.ts';

const FORM = 'application/x-www-form-urlencoded';

interface BuyFormParts extends GuardParts {
  upstreams: Upstreams;
  /** Origins of payment pages to which the policy of our pages lets a form be redirected. */
  paymentOrigins: readonly string[];
  isProduction: boolean;
}

/** Registers the route of the buy button's form. */
export function registerBuyForm(app: FastifyInstance, parts: BuyFormParts): void {
  const { hosts, upstreams, paymentOrigins } = parts;
  const security = Object.fromEntries(apiSecurityHeaders(parts.isProduction));
  const readForm = (request: FastifyRequest): BuyForm => {
    const { seller, code, deliveryConsent } = BuyForm.parse(request.body ?? {});
    return {
      seller: seller?.trim() || (hosts.subdomainOf(request.host) ?? undefined),
      code: code?.trim() || codeOfPage(request),
      deliveryConsent,
    };
  };
  inScope(app, buyByForm, (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      done(null, readFields(new URLSearchParams(body as string))),
    );
    scope.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(security);
      done();
    });
    // The visitor sees the reply of a form, so that errors are pages too.
    scope.addHook('onSend', (request, reply, payload, done) => {
      const failure = reply.statusCode >= 400 && acceptsPage(request) ? readError(payload) : null;
      if (!failure) return done(null, payload);
      if (failure.code === 'CONSENT_REQUIRED') {
        void reply.headers(pageHeaders(["'self'", ...paymentOrigins]));
        return done(null, consentPage(readForm(request), salesPage(request)));
      }
      void reply.headers(PAGE_HEADERS);
      return done(null, failurePage(failure, salesPage(request)));
    });
    guardRoute(scope, buyByForm, parts);
    // A visitor who opens the address of the reply again.
    scope.get(buyByForm.path, { exposeHeadRoute: false }, (_request, reply) => reply.redirect('/', 303));
    scope.route({
      method: buyByForm.method,
      url: buyByForm.path,
      bodyLimit: buyByForm.bodyLimit ?? 0,
      handler: async (request, reply) => {
        const origin = new URL(hosts.publicUrl);
        origin.host = hosts.hostOf(hosts.subdomainOf(request.host));
        const url = await startCheckout(upstreams, request, {
          ...readForm(request),
          origin: origin.origin,
        });
        if (paymentOrigins.includes(new URL(url).origin)) return reply.redirect(url, 303);
        // A browser would refuse the redirect, because the policy of the page with the form does not name this host.
        return reply.headers(PAGE_HEADERS).send(continuePage(url));
      },
    });
  });
}

/** The statements of a consent are one text. */
function readFields(form: URLSearchParams) {
  const ticked = form.getAll('deliveryConsent');
  return { ...Object.fromEntries(form), deliveryConsent: ticked.length > 0 ? ticked.join(' ') : undefined };
}

/** The prerendered form is the same for every address, so the code of a link is read from the page's address. */
function codeOfPage({ headers: { referer = '', origin } }: FastifyRequest): string | undefined {
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return (page?.origin === origin && page?.searchParams.get(CODE_PARAMETER)) || undefined;
}

const acceptsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

function readError(payload: unknown): ErrorBody | null {
  try {
    return ErrorBody.parse(JSON.parse(String(payload)));
  } catch {
    return null;
  }
}

/** The page that the form was on. */
function salesPage({ body }: FastifyRequest): string {
  const { seller } = BuyForm.safeParse(body).data ?? {};
  return seller ? `/r/${encodeURIComponent(seller)}` : '/';
}
