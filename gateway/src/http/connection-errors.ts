import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@leadping/contracts/errors';
import { http } from '@leadping/service-kit/http/node-http';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const PARSE_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time.'],
};

/** Maximum wait for a client to close its side of a connection, in ms. */
const MAX_HELD_MS = 2000;

/** `_httpMessage` is the reply that the connection is busy with, as in Node's own error handler. */
type ServerSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Replies to requests that Node's parser rejects, in the usual error format. */
export function replyToParseError(error: NodeJS.ErrnoException, socket: ServerSocket): void {
  // Connections are reused, so bytes written for earlier requests do not count.
  const isReplying = Boolean(socket._httpMessage) && socket.bytesWritten > 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isReplying) {
    socket.destroy(error);
    return;
  }
  const [code, message] = PARSE_ERRORS[error.code ?? ''] ?? ['VALIDATION_FAILED', 'This is no HTTP request.'];
  endWith(socket, code, message);
}

/** Replies to unsupported `Expect` headers and to CONNECT. Node would close the connection without a reply. */
export function replyToUnservedRequests(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf('EXPECTATION_FAILED', 'This expectation cannot be met.');
    response.writeHead(ERROR_STATUS.EXPECTATION_FAILED, headersOf(body)).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    // The server's own timeouts cover only connections with requests.
    socket.setTimeout(MAX_HELD_MS, () => socket.destroy());
    endWith(socket, 'METHOD_NOT_ALLOWED', 'CONNECT is not a method of this server.');
  });
}

function bodyOf(code: ErrorCode, message: string): string {
  return JSON.stringify({ message, code, requestId: randomUUID() } satisfies ErrorBody);
}

const headersOf = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
});

function endWith(socket: Socket, code: ErrorCode, message: string): void {
  const status = ERROR_STATUS[code];
  const body = bodyOf(code, message);
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
