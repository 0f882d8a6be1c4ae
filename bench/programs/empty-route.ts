import { validateLicense, type Validation } from '@leadping/contracts/licensing/device-routes';
import { ServiceConfig } from '@leadping/service-kit/process/config';
import { runService } from '@leadping/service-kit/process/run';
import { buildService } from '@leadping/service-kit/process/service';

/** The validation route without a lookup: the same contract with a fixed reply. */
await runService('svc-licensing', ServiceConfig, (config) =>
  buildService({
    name: 'svc-licensing',
    config,
    setUp: ({ route }) => {
      const answer: Validation = {
        valid: true,
        code: 'VALID',
        detail: 'The license is valid.',
        token: 'x'.repeat(300),
      };
      route(validateLicense, () => answer);
    },
  }),
);
