import { runService } from '@leadping/service-kit/process/run';
import { buildCommerce } from './app.ts';
import { CommerceConfig } from './config.ts';

await runService('svc-commerce', CommerceConfig, buildCommerce);
