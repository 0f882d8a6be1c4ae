import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '@leadping/contracts/routes';
import { openViewer } from '../src/api-docs/viewer.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

interface OpenApi {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        summary: string;
        parameters: object[];
        requestBody?: object;
        responses: Record<string, { description: string; headers?: object }>;
      }
    >
  >;
}

describe('the API page', () => {
  it('describes every call as its contract does', async () => {
    const document = (await gateway.call('/api/docs/openapi.json')).json() as unknown as OpenApi;
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('documents the request and the replies of a call, including errors', async () => {
    const { paths } = (await gateway.call('/api/docs/openapi.json')).json() as unknown as OpenApi;
    const login = paths['/api/login']!.post!;
    expect(login.requestBody).toMatchObject({
      content: {
        'application/json': { schema: { required: ['username', 'password'], additionalProperties: false } },
      },
    });
    expect(login.responses['401']?.description).toContain('INVALID_CREDENTIALS');
    expect(login.responses['429']?.description).toContain('RATE_LIMITED');
    expect(login.responses['200']).toBeDefined();
  });

  it('documents the request and reply headers of a call', async () => {
    const { paths } = (await gateway.call('/api/docs/openapi.json')).json() as unknown as OpenApi;
    const header = (name: string) => expect.objectContaining({ in: 'header', name });
    expect(paths['/api/create-main-checkout']!.post!.parameters).toEqual([
      header('idempotency-key'),
      header('x-parent-origin'),
    ]);
    expect(paths['/api/webhook/license-create']!.post!.parameters).toContainEqual(
      header('webhook-signature'),
    );
    expect(paths['/api/admin/orders']!.get!.responses['200']?.headers).toHaveProperty('x-next-cursor');
  });

  it('loads its viewer from the gateway and nothing from other origins', async () => {
    const page = await gateway.call('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.text).not.toMatch(/https?:\/\//);
    const viewer = await gateway.call('/api/docs/reference.js', { headers: { 'accept-encoding': 'br' } });
    expect(viewer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('serves its viewer again after one failed read', async () => {
    let reads = 0;
    const viewer = openViewer(async () => {
      reads += 1;
      if (reads === 1) throw new Error('too many open files');
      return Buffer.from('viewer');
    });
    await expect(viewer('identity')).rejects.toThrow('too many open files');
    expect(String(await viewer('identity'))).toBe('viewer');
    await viewer('identity');
    expect(reads).toBe(2);
  });
});
