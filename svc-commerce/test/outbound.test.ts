import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import dnsPacket, { type Packet } from 'dns-packet';
import dgram from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { isPublicAddress } from '../src/outbound/address.ts';
import { buildOutbound, type Outbound } from '../src/outbound/outbound.ts';

/** A server that nothing may reach. It counts every connection on this machine. */
async function openCanary() {
  let hits = 0;
  const server = net.createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A name server that answers as its owner likes, another way each time. */
async function openNameServer(answer: (name: string, query: number) => string[]) {
  const asked: string[] = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, from) => {
    const query = dnsPacket.decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const isA = question.type === 'A';
    if (isA) asked.push(question.name);
    const nth = asked.filter((name) => name === question.name).length;
    const reply: Packet = {
      type: 'response',
      id: query.id ?? 0,
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE,
      questions: [question],
      answers: isA
        ? answer(question.name, nth).map((data) => ({ type: 'A', name: question.name, ttl: 0, data }))
        : [],
    };
    socket.send(dnsPacket.encode(reply), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

describe('HTTP requests to addresses that somebody else chose', () => {
  let canary: Awaited<ReturnType<typeof openCanary>>;
  let names: Awaited<ReturnType<typeof openNameServer>>;
  let outbound: Outbound;

  beforeAll(async () => {
    canary = await openCanary();
    names = await openNameServer((name, query) => {
      if (name === 'private.example.com') return ['127.0.0.1'];
      if (name === 'mixed.example.com') return ['192.0.43.8', '10.0.0.1'];
      // Public when it is checked, this machine when somebody looks it up a second time.
      if (name === 'rebinding.example.com') return [query === 1 ? '192.0.43.8' : '127.0.0.1'];
      return [];
    });
    outbound = buildOutbound({ allowLoopbackHttp: false, dnsServers: [names.address] });
  });
  afterAll(async () => {
    await canary.close();
    await names.close();
  });

  const refused = [
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '127.0.0.1.',
    '0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1',
    '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]',
    '[2001::1]', '[2001:db8::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]',
    'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'machine', 'router.local', 'metadata.google.internal',
    '①②⑦.0.0.1', '127。0。0。1',
  ]; // prettier-ignore

  it.each(refused)('are refused for https://%s before any connection [R-checkout.60]', async (host) => {
    const before = canary.hits();
    const url = `https://${host}:${canary.port}/`;
    expect(() => outbound.check(url)).toThrow(expect.objectContaining({ code: 'WEBHOOK_URL_REFUSED' }));
    await expect(outbound.post(url, '{}', {})).rejects.toMatchObject({ code: 'WEBHOOK_URL_REFUSED' });
    expect(canary.hits()).toBe(before);
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:pass@example.com/',
    'example.com',
    '',
    'https://',
  ])('are refused for %j, because only https without a password is allowed [R-checkout.59]', (url) => {
    expect(() => outbound.check(url)).toThrow(expect.objectContaining({ code: 'WEBHOOK_URL_REFUSED' }));
  });

  it.each(['private.example.com', 'mixed.example.com'])(
    'are not sent if the name resolves to a private address: %s [R-checkout.60]',
    async (name) => {
      const reply = await outbound.post(`https://${name}:${canary.port}/`, '{}', {});
      expect(reply).toMatchObject({
        status: null,
        error: expect.stringContaining('not on the public internet'),
      });
      expect(canary.hits()).toBe(0);
    },
  );

  it('resolve the name once and pin the connection, so that DNS rebinding reaches nothing [R-checkout.60]', async () => {
    const reply = await outbound.post(`https://rebinding.example.com:${canary.port}/`, '{}', {});
    expect(reply.status).toBeNull();
    expect(names.asked.filter((name) => name === 'rebinding.example.com')).toHaveLength(1);
    expect(canary.hits()).toBe(0);
  });

  it('fail without a crash if the name does not resolve', async () => {
    const reply = await outbound.post('https://nothing.example.com/', '{}', {});
    expect(reply).toMatchObject({ status: null, error: 'the name could not be resolved' });
  });

  it('can go to public addresses', () => {
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001:81b::200e']) {
      expect(isPublicAddress(address)).toBe(true);
    }
  });

  describe('to this machine, as allowed in development', () => {
    const local = buildOutbound({ allowLoopbackHttp: true, dnsServers: undefined });
    const listen = async (handler: http.RequestListener) => {
      const server = http.createServer(handler).listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        close: () => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        },
      };
    };

    it('do not follow a redirect [R-checkout.60]', async () => {
      const server = await listen((_request, reply) =>
        reply.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
      );
      expect(await local.post(server.url, '{}', {})).toMatchObject({ status: 302, error: null });
      expect(canary.hits()).toBe(0);
      await server.close();
    });

    it('are cut off with an error if the reply is endless', async () => {
      let written = 0;
      const server = await listen((_request, reply) => {
        const chunk = Buffer.alloc(16 * 1024);
        const write = () => {
          while (!reply.destroyed && reply.write(chunk)) written += chunk.length;
          written += chunk.length;
        };
        reply.on('drain', write);
        write();
      });
      expect(await local.post(server.url, '{}', {})).toMatchObject({
        status: null,
        error: 'the reply is too long',
      });
      expect(written).toBeLessThan(16 * 1024 * 1024);
      await server.close();
    });

    it('fail if the body of a 200 breaks off or never ends', async () => {
      const broken = await listen((_request, reply) => {
        reply.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => reply.destroy(), 50);
      });
      expect(await local.post(broken.url, '{}', {})).toMatchObject({ status: null });
      await broken.close();
      const endless = await listen((_request, reply) => reply.writeHead(200).write('and'));
      const reply = await local.post(endless.url, '{}', {});
      expect(reply).toMatchObject({ status: null, error: 'no reply within 15 seconds' });
      await endless.close();
    });

    it('fail if the reply asks for another protocol', async () => {
      const switching = await listen((request) => {
        request.socket.end(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        );
      });
      expect(await local.post(switching.url, '{}', {})).toMatchObject({
        status: null,
        error: 'the reply asks for another protocol',
      });
      await switching.close();
    });

    it('are still refused for private addresses', () => {
      for (const url of [
        'http://10.0.0.1/',
        'http://example.com/',
        'https://192.168.0.1/',
        'http://0.0.0.0/',
      ]) {
        expect(() => local.check(url)).toThrow(expect.objectContaining({ code: 'WEBHOOK_URL_REFUSED' }));
      }
    });

    it('fail if there is no reply within 15 seconds [R-checkout.56]', async () => {
      const server = await listen(() => {});
      const reply = await local.post(server.url, '{}', {});
      expect(reply).toMatchObject({ status: null, error: 'no reply within 15 seconds' });
      expect(reply.durationMs).toBeGreaterThanOrEqual(14_900);
      await server.close();
    });
  });
});
