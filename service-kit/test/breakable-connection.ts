import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BreakableConnection {
  /** The same address through this door, as in `mongodb://127.0.0.1:40123/?directConnection=true`. */
  uri: string;
  /** Cuts every connection and refuses new ones until `mend`. */
  cut: () => void;
  mend: () => void;
  close: () => Promise<void>;
}

/** A TCP door in front of a server with one host, so that a test can take that server away from a service. */
export async function openBreakableConnection(uri: string): Promise<BreakableConnection> {
  const target = new URL(uri);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const door = new URL(uri);
  door.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const dropAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    uri: door.href,
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => (isCut = false),
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
