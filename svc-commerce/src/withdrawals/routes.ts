import { withdraw } from '@leadping/contracts/commerce/withdrawal-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { receiveWithdrawal } from './receive-withdrawal.ts';

export function registerWithdrawalRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(withdraw, ({ body }) => receiveWithdrawal(commerce, body));
}
