import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { FrameReader } from '../src/wire/frame-reader.ts';
import { readMessage } from '../src/wire/message.ts';
import { RawDocument } from '../src/wire/raw-document.ts';

export interface LossyProxy {
  port: number;
  lost: string[];
  close(): void;
}

/**
 * A proxy between driver and gateway that cuts the connection instead of replying. The command is executed, but the
 * client never receives the reply.
 */
export async function startLossyProxy(
  targetPort: number,
  losesReply: (command: string, attempt: number) => boolean,
): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  const lost: string[] = [];
  const attempts = new Map<string, number>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const toBeLost = new Set<number>();
    const requests = new FrameReader();
    const answers = new FrameReader();
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      for (const frame of requests.push(chunk)) {
        const command = new RawDocument(readMessage(frame).command).firstField;
        const attempt = (attempts.get(command) ?? 0) + 1;
        attempts.set(command, attempt);
        if (losesReply(command, attempt)) toBeLost.add(frame.readInt32LE(4));
        target.write(frame);
      }
    });
    target.on('data', (chunk: Buffer) => {
      for (const frame of answers.push(chunk)) {
        if (toBeLost.has(frame.readInt32LE(8))) {
          lost.push('reply');
          client.destroy();
          return;
        }
        client.write(frame);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lost,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
