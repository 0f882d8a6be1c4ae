import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { findProfile } from '../accounts/profile.ts';
import { noSuch } from '../errors.ts';
import { paginate } from '../list.ts';
import type { Scope } from '../objects/types.ts';
import { expandable, pageable } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';
import { renderRegistrations, renderTaxSettings } from './render-tax.ts';

export function taxRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  const registrationsOf = (scope: Scope) =>
    renderRegistrations(scope, store.accounts.find(scope.account)?.created ?? 0, findProfile(store, scope));
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/tax/settings',
    params: paramsFor<Stripe.Tax.SettingsRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope }) => renderTaxSettings(scope, findProfile(store, scope)),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/tax/registrations',
    params: paramsFor<Stripe.Tax.RegistrationListParams>()(
      z.strictObject({
        ...pageable,
        status: z.enum(['active', 'all', 'expired', 'scheduled']).optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const shown = registrationsOf(scope).filter(({ status }) =>
        [undefined, 'all', status].includes(params.status),
      );
      return paginate(shown, params, '/v1/tax/registrations');
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/tax/registrations/:id',
    params: paramsFor<Stripe.Tax.RegistrationRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope, id }) => {
      const found = registrationsOf(scope).find((each) => each.id === id);
      if (found === undefined) throw noSuch('tax registration', id);
      return found;
    },
  });
}
