import { runWorkers } from '@leadping/service-kit/process/run';
import { GatewayConfig } from './config.ts';

await runWorkers('gateway', GatewayConfig, async (config) => {
  // Imported here, because the primary of several workers does not need it.
  const { buildGateway } = await import('./app.ts');
  return buildGateway(config);
});
