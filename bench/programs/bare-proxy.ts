import { createServer } from 'node:http';
import { Pool } from 'undici';

/** A minimal proxy with node:http and undici: no checks, no additions, no error handling. Only for GET. */
const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 64, pipelining: 1 });

createServer((request, response) => {
  if (request.url === '/readyz') {
    response.end();
    return;
  }
  const chunks: Buffer[] = [];
  pool.dispatch(
    { method: 'GET', path: request.url ?? '/', headers: { accept: '*/*' } },
    {
      onRequestStart: () => {},
      onResponseStart: (_controller, status, headers) => {
        response.writeHead(status, headers);
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      },
      onResponseError: (_controller, error) => {
        response.destroy(error);
      },
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
