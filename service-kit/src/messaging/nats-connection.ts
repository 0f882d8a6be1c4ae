import { connect, type NatsConnection } from '@nats-io/transport-node';

export interface NatsAddress {
  /** Addresses separated by commas. One that begins with `tls://` demands TLS of all of them. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** Certificates in PEM to trust instead of the public ones. */
  caFile?: string | undefined;
}

/** The address as the environment sets it. */
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
 * Connects once. After a lost connection nats.js reconnects by itself.
 * @param name of the process: nobody else may read the replies to its requests
 */
export function dialNats(
  { url, user, password, caFile }: NatsAddress,
  name: string,
): Promise<NatsConnection> {
  const servers = url.split(',');
  return connect({
    servers,
    // nats.js ignores the scheme of an address: without this, a server that offers no TLS would be spoken to in plain text.
    ...(servers.some((server) => server.startsWith('tls://')) ? { tls: caFile ? { caFile } : {} } : {}),
    ...(user === undefined ? {} : { user, pass: password }),
    inboxPrefix: `_INBOX.${name}`,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Without this option a second authentication error ends the connection for good. A busy server or a frozen process also
    // causes one ("Authentication Timeout"), and so does an operator who is just changing the users.
    ignoreAuthErrorAbort: true,
    pingInterval: 2000,
    maxPingOut: 2,
    // A dial that takes longer is tried again, but nats.js 3 does not close its socket: it then stays until the server
    // gives it up, and a process that was too busy to connect in time does not end by itself before.
    timeout: 5000,
  });
}

/** Servers that a connection knows of, this one among them. */
export function countServers({ url }: NatsAddress, connection: NatsConnection): number {
  return url.split(',').length + (connection.info?.connect_urls?.length ?? 0);
}
