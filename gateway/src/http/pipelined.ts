import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A request that was sent behind another one of the same connection gets its reply in turn. Where the connection ends before, Node
 * says so to the reply whose turn it is and to no other: those behind it would be served to nobody, and wait for ever for room.
 */
export function endWaitingReplies(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const repliesOf = (socket: Socket) => {
    const known = waiting.get(socket);
    if (known) return known;
    const replies = new Set<ServerResponse>();
    waiting.set(socket, replies);
    socket.once('close', () => replies.forEach(end));
    return replies;
  };
  server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    if (reply.socket) return;
    const replies = repliesOf(socket);
    replies.add(reply);
    reply.once('close', () => replies.delete(reply));
  });
}

/** As Node ends the reply whose turn it is. */
function end(reply: ServerResponse): void {
  if (reply.socket) return;
  reply.destroyed = true;
  reply.emit('close');
}
