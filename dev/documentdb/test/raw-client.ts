import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BSON } from 'bson';
import { FrameReader } from '../src/wire/frame-reader.ts';

/** An OP_MSG frame with one command, as a driver sends it. */
export function frameOf(command: BSON.Document, requestId = 1): Buffer {
  const body = BSON.serialize(command);
  const frame = Buffer.alloc(21 + body.length);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(requestId, 4);
  frame.writeInt32LE(2013, 12);
  frame.set(body, 21);
  return frame;
}

export interface Answer {
  responseTo: number;
  opcode: number;
  document: BSON.Document;
}

/** A client that sends arbitrary bytes. */
export class RawClient {
  readonly socket: Socket;
  readonly #answers: Answer[] = [];
  readonly #frames = new FrameReader();
  #wake: () => void = () => undefined;
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const frame of this.#frames.push(chunk)) {
        const opcode = frame.readInt32LE(12);
        const document = BSON.deserialize(frame.subarray(opcode === 2013 ? 21 : 36));
        this.#answers.push({ responseTo: frame.readInt32LE(8), opcode, document });
      }
      this.#wake();
    });
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  static async open(port: number, allowHalfOpen = false): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** The next reply. Undefined if the gateway has closed the connection. */
  async next(): Promise<Answer | undefined> {
    while (this.#answers.length === 0 && !this.isClosed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#answers.shift();
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

export async function sendCommand(port: number, command: BSON.Document): Promise<BSON.Document | undefined> {
  const client = await RawClient.open(port);
  client.socket.write(frameOf(command));
  const answer = await client.next();
  client.socket.destroy();
  return answer?.document;
}
