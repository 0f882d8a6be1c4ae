import { natsAddress } from '../messaging/nats-connection.ts';
import { readConfig, StreamsConfig } from '../process/config.ts';
import { logLastWords } from '../process/last-words.ts';
import { platformConsumers } from './declare-streams.ts';
import { keepStreams, streamLimits, STREAMS_USER } from './keep-streams.ts';

/**
 * Declares and maintains the platform's streams and consumers. No other process has the permission
 * (`deploy/nats.conf`).
 */
const config = readConfig(StreamsConfig);
const log = logLastWords(STREAMS_USER, config);
const keeper = keepStreams({
  address: natsAddress(config),
  prefix: config.NATS_PREFIX,
  limits: streamLimits(config),
  consumers: platformConsumers(),
  onChange: (err) =>
    err === undefined
      ? log.info('streams declared again')
      : log.warn({ err }, 'streams not declared, retrying'),
});
void keeper.declared.then(() => log.info('streams declared'));
const close = () => void keeper.close().then(() => process.exit());
process.on('SIGTERM', close);
process.on('SIGINT', close);
