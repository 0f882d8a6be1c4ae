import { runService } from '@leadping/service-kit/process/run';
import { buildGateway } from './app.ts';
import { GatewayConfig } from './config.ts';

await runService(GatewayConfig, buildGateway);
