import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@leadping/contracts/errors';
import { http } from '@leadping/service-kit/http/node-http';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const PARSE_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time.'],
};

/** Replies to what Node's parser refuses, before there is a request, in the one shape of errors. */
export function replyToParseError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  const [code, message] = PARSE_ERRORS[error.code ?? ''] ?? ['VALIDATION_FAILED', 'This is no HTTP request.'];
  endWith(socket, code, message);
}

/** Replies to `Expect` headers that nobody can meet and to CONNECT, which Node otherwise ends without a word. */
export function replyToUnservedRequests(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf('EXPECTATION_FAILED', 'This expectation cannot be met.');
    response.writeHead(ERROR_STATUS.EXPECTATION_FAILED, headersOf(body)).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
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

function endWith(socket: Duplex, code: ErrorCode, message: string): void {
  const status = ERROR_STATUS[code];
  const body = bodyOf(code, message);
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
