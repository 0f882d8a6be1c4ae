import { runBrowserTests, runComprehensiveTests } from '@leadping/contracts/support/qa-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { runBrowser } from './browser.ts';
import { runChecks } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { apiChecks } from './checks/api.ts';
import { healthChecks } from './checks/health.ts';
import { integrationChecks } from './checks/integration.ts';
import { licenseChecks } from './checks/license.ts';
import { supportChecks } from './checks/support.ts';
import type { QaContext } from './context.ts';
import { buildSingleFlight } from './single-flight.ts';

const SUITES = [healthChecks, apiChecks, accessChecks, licenseChecks, supportChecks, integrationChecks];

export function registerQaRoutes(
  route: RegisterRoute,
  context: QaContext,
  options: { publicUrl: string; browserPath: string | undefined },
): void {
  const alone = buildSingleFlight(context.database, context.clock);
  const { publicUrl, browserPath } = options;
  route(runComprehensiveTests, () => alone(() => runChecks(SUITES.flatMap((suite) => suite(context)))));
  route(runBrowserTests, () =>
    alone(() => (browserPath === undefined ? runBrowser(publicUrl) : runBrowser(publicUrl, [browserPath]))),
  );
}
