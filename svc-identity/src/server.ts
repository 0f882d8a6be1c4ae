import { runService } from '@leadping/service-kit/process/run';
import { buildIdentity } from './app.ts';
import { IdentityConfig } from './config.ts';

await runService('svc-identity', IdentityConfig, buildIdentity);
