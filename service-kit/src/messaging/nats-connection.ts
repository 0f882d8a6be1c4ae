import { connect, type NatsConnection } from '@nats-io/transport-node';

export interface NatsAddress {
  /** Addresses separated by commas. If one begins with `tls://`, all of them need TLS. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** Trusted certificates in PEM instead of the public ones. */
  caFile?: string | undefined;
}

/** The address from the environment. */
export const natsAddress = (config: {
  NATS_URL: string;
  NATS_USER?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_CA_FILE?: string | undefined;
}): NatsAddress => ({
  url: config.NATS_URL,
  user: config.NATS_USER,
  password: config.NATS_PASSWORD,
  caFile: config.NATS_CA_FILE,
});

/**
 * Connects once. nats.js reconnects a lost connection.
 * @param name of the process: nobody else may read the replies to its requests
 */
export function dialNats(
  { url, user, password, caFile }: NatsAddress,
  name: string,
): Promise<NatsConnection> {
  const servers = url.split(',');
  return connect({
    servers,
    // nats.js ignores the scheme of an address. Without this, it would use plain text with a server that offers no TLS.
    ...(servers.some((server) => server.startsWith('tls://')) ? { tls: caFile ? { caFile } : {} } : {}),
    ...(user === undefined ? {} : { user, pass: password }),
    inboxPrefix: `_INBOX.${name}`,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Without this option a second authentication error ends the connection permanently. A busy server or a frozen
    // process can cause one ("Authentication Timeout"), and so can an operator who is changing the users.
    ignoreAuthErrorAbort: true,
    pingInterval: 2000,
    maxPingOut: 2,
    // A slower attempt is repeated, but nats.js 3 does not close its socket. The socket stays open until the server
    // closes it. A process that was too busy to connect in time does not end by itself before that.
    timeout: 5000,
  });
}

/** Number of servers that a connection knows, including its own. */
export function countServers({ url }: NatsAddress, connection: NatsConnection): number {
  return url.split(',').length + (connection.info?.connect_urls?.length ?? 0);
}
