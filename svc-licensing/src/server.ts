import { runService } from '@leadping/service-kit/process/run';
import { buildLicensing } from './app.ts';
import { LicensingConfig } from './config.ts';

await runService('svc-licensing', LicensingConfig, buildLicensing);
