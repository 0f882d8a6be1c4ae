import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import type { Scope } from '../objects/types.ts';
import { expandable } from '../params.ts';
import { stripeRoute } from '../route.ts';
import { renderAccount } from './render-account.ts';
import { renderBalance } from './render-balance.ts';

const noParams = z.strictObject(expandable);

export function accountRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const ownAccount = (scope: Scope) => {
    const account = sandbox.store.accounts.find(scope.account);
    if (account === undefined) throw new StripeError('The account is gone; try again.', { status: 409 });
    return renderAccount(account);
  };
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/account',
    params: noParams,
    run: ({ scope }) => ownAccount(scope),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/accounts/:id',
    params: noParams,
    run: ({ scope, id }) => {
      if (id !== scope.account)
        throw new StripeError(
          `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
          { status: 403, code: 'account_invalid' },
        );
      return ownAccount(scope);
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/balance',
    params: noParams,
    run: ({ scope }) => renderBalance(sandbox.store, scope),
  });
}
