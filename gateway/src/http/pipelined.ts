import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends pipelined replies when their connection closes. Node emits `close` only for the reply that is being sent.
 * Replies queued behind it would wait forever.
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

/** Ends a reply as Node does for the current one. */
function end(reply: ServerResponse): void {
  if (reply.socket) return;
  reply.destroyed = true;
  reply.emit('close');
}
