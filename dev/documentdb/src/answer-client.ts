import type { Socket } from 'node:net';
import type { Services } from './commands/call.ts';
import { execute } from './commands/execute.ts';
import { CommandError } from './errors/command-error.ts';
import { BrokenStream, FrameReader } from './wire/frame-reader.ts';
import { opcode, readMessage, writeAnswer, type Message } from './wire/message.ts';

async function answerMessage(
  message: Message,
  services: Services,
  connectionId: number,
): Promise<Uint8Array> {
  try {
    return await execute(message, services, connectionId);
  } catch (error) {
    if (error instanceof CommandError) return error.toReply();
    throw error;
  }
}

/** Sends a last reply and lets the client read it before the connection closes. */
function leave(socket: Socket, answer: Buffer): void {
  socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), 1000).unref();
}

/** Replies to one frame. False if the client must be disconnected. */
async function answerFrame(
  frame: Buffer,
  socket: Socket,
  services: Services,
  connectionId: number,
): Promise<boolean> {
  const requestId = frame.readInt32LE(4);
  try {
    const message = readMessage(frame);
    const reply = await answerMessage(message, services, connectionId);
    if (!message.isUnacknowledged && !socket.destroyed) {
      socket.write(writeAnswer(message.answerAs, requestId, reply));
    }
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // The message itself is unreadable, so the following bytes have no meaning.
    leave(socket, writeAnswer(opcode.message, requestId, error.toReply()));
    return false;
  }
}

/** Serves one client's connection to its end, one command at a time in order. */
export async function answerClient(socket: Socket, services: Services, connectionId: number): Promise<void> {
  const frames = new FrameReader();
  socket.on('error', () => socket.destroy());
  try {
    const chunks: AsyncIterable<Buffer> = socket.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      for (const frame of frames.push(chunk)) {
        if (!(await answerFrame(frame, socket, services, connectionId))) return;
      }
    }
    socket.end();
  } catch (error) {
    if (error instanceof BrokenStream) {
      leave(socket, writeAnswer(opcode.message, error.requestId, error.toReply()));
    } else {
      socket.destroy();
    }
  }
}
