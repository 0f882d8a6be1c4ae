import { getQaProgress, runBrowserTests, runComprehensiveTests } from '@leadping/contracts/support/qa-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { buildApiClient } from './api-client.ts';
import { runBrowser } from './browser.ts';
import { runChecks } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { apiChecks } from './checks/api.ts';
import { healthChecks } from './checks/health.ts';
import { integrationChecks } from './checks/integration.ts';
import { licenseChecks } from './checks/license.ts';
import { supportChecks } from './checks/support.ts';
import type { SupportContext } from '../context.ts';
import { buildSingleFlight } from './single-flight.ts';

const SUITES = [healthChecks, apiChecks, accessChecks, licenseChecks, supportChecks, integrationChecks];

export function registerQaRoutes(route: RegisterRoute, support: SupportContext): void {
  const { alone, readProgress } = buildSingleFlight(support.database, support.clock);
  const { PUBLIC_URL: publicUrl, QA_BROWSER_PATH: browserPath } = support.config;
  const client = buildApiClient(publicUrl);
  route(runComprehensiveTests, () =>
    alone((onProgress) =>
      runChecks(
        SUITES.flatMap((suite) => suite({ support, client })),
        onProgress,
      ),
    ),
  );
  route(runBrowserTests, () =>
    alone((onProgress) =>
      runBrowser(publicUrl, browserPath === undefined ? undefined : [browserPath], onProgress),
    ),
  );
  route(getQaProgress, readProgress);
}
