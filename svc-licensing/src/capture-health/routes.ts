import { getCaptureHealth, reportCaptures } from '@leadping/contracts/licensing/capture-report-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { readHealth } from './read-health.ts';
import { recordCaptures } from './record-captures.ts';

export function registerCaptureHealthRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(reportCaptures, async ({ body, reply }) => {
    await recordCaptures(licensing, body);
    void reply.status(202);
    return { message: 'Counted' };
  });
  route(getCaptureHealth, ({ query }) => readHealth(licensing, query));
}
