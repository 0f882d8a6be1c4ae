import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BreakableConnection {
  /** The same address through it, as in `mongodb://127.0.0.1:40123/?directConnection=true`. */
  uri: string;
  /** Cuts every connection, new ones too, until `mend`. */
  cut: () => void;
  /** Takes connections and bytes as before and passes nothing on, either way, until `mend`: half-open connections. */
  freeze: () => void;
  mend: () => void;
  close: () => Promise<void>;
}

/** A TCP proxy in front of a server with one host, so that a test can take that server away from a service. */
export async function openBreakableConnection(uri: string): Promise<BreakableConnection> {
  const target = new URL(uri);
  /** Each open socket with the one that it is joined to. */
  const sockets = new Map<Socket, Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(socket, other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (!isFrozen) socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(uri);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const dropAll = () => sockets.forEach((_, socket) => socket.destroy());
  return {
    uri: address.href,
    cut: () => {
      isCut = true;
      dropAll();
    },
    freeze: () => {
      isFrozen = true;
      sockets.forEach((other, socket) => socket.unpipe(other).pause());
    },
    mend: () => {
      if (isFrozen) sockets.forEach((other, socket) => socket.pipe(other));
      isCut = isFrozen = false;
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
