import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

/** The proxy that most Fastify gateways use, with the same number of connections to its service. */
const app = fastify();
await app.register(httpProxy, {
  upstream: process.env.UPSTREAM ?? '',
  undici: { connections: 64, pipelining: 1 },
});
app.get('/readyz', () => ({ status: 'ready' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
