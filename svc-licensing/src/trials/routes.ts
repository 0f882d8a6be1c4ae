import * as contracts from '@leadping/contracts/licensing/trial-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { readOffer, saveOffer } from './offer.ts';
import { requestTrial } from './request-trial.ts';

export function registerTrialRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(contracts.getTrialOffer, () => readOffer(licensing));
  route(contracts.startTrial, async ({ body }) => {
    await requestTrial(licensing, body.email);
    return {
      message: 'If this address had no trial yet, a key is on its way to it.',
    };
  });
  route(contracts.setTrialOffer, ({ body }) => saveOffer(licensing, body.isOffered));
}
