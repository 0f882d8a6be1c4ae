import { createServer } from 'node:http';

/** A service with almost no cost, so that only the proxy in front of it is measured. */
const answer = Buffer.from(JSON.stringify({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }));

createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.byteLength });
    response.end(answer);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
