import { runService } from '@leadping/service-kit/process/run';
import { buildSupport } from './app.ts';
import { SupportConfig } from './config.ts';

await runService('svc-support', SupportConfig, buildSupport);
