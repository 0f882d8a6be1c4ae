import { runWorkers } from '@leadping/service-kit/process/run';
import { GatewayConfig } from './config.ts';

await runWorkers('gateway', GatewayConfig, async (config) => {
  // The primary of several workers needs none of it.
  const { buildGateway } = await import('./app.ts');
  return buildGateway(config);
});
