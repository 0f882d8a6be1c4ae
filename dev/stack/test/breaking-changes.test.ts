import { describe, expect, it } from '@jest/globals';
import { breakingChanges, type ApiDocument } from '../src/breaking-changes.ts';
import { documentAt } from '../src/openapi.ts';

type Json = Record<string, unknown>;

const REQUEST: Json = {
  type: 'object',
  properties: {
    email: { type: 'string', maxLength: 254 },
    role: { type: 'string', enum: ['admin', 'support'] },
  },
  required: ['email'],
};
const REPLY: Json = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['open', 'closed'] },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    },
  },
  required: ['id', 'state', 'lines'],
};

const api = (request: Json, reply: Json): ApiDocument => ({
  paths: {
    '/api/things': {
      post: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        requestBody: { content: { 'application/json': { schema: request } } },
        responses: { 200: { content: { 'application/json': { schema: reply } } } },
      },
    },
  },
});
const BEFORE = api(REQUEST, REPLY);
/** A copy with one change at a path of keys. */
const changed = (json: Json, path: string[], value: unknown): Json => {
  const copy = structuredClone(json);
  const owner = path.slice(0, -1).reduce((inner, key) => inner[key] as Json, copy);
  owner[path.at(-1) ?? ''] = value;
  return copy;
};
const ofRequest = (path: string[], value: unknown) =>
  breakingChanges(BEFORE, api(changed(REQUEST, path, value), REPLY));
const ofReply = (path: string[], value: unknown) =>
  breakingChanges(BEFORE, api(REQUEST, changed(REPLY, path, value)));

describe('the check for breaking changes of the API', () => {
  it.each([
    ['a new required field', ['required'], ['email', 'role'], 'request.body.role is required now'],
    [
      'a value that is gone',
      ['properties', 'role', 'enum'],
      ['admin'],
      'request.body.role no longer accepts support',
    ],
    [
      'another type',
      ['properties', 'email', 'type'],
      'number',
      'request.body.email no longer accepts string',
    ],
    [
      'a form that is gone',
      ['properties', 'email'],
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
      'request.body.email no longer accepts one of its forms',
    ],
    [
      'a stricter limit',
      ['properties', 'email', 'maxLength'],
      100,
      'request.body.email has a stricter maxLength: 100',
    ],
  ])('reports %s of a request', (_what, path, value, problem) => {
    expect(ofRequest(path, value)).toEqual([`POST /api/things: ${problem}`]);
  });

  it.each([
    [
      'a new value',
      ['properties', 'state', 'enum'],
      ['open', 'closed', 'lost'],
      'reply 200.state may now be lost',
    ],
    ['a field that may be missing', ['required'], ['id', 'state'], 'reply 200.lines may be missing now'],
    [
      'a field that may be null',
      ['properties', 'id', 'type'],
      ['string', 'null'],
      'reply 200.id may now be null',
    ],
    [
      'a new form',
      ['properties', 'id'],
      { anyOf: [{ type: 'string' }, { type: 'object' }] },
      'reply 200.id may now have another form',
    ],
    [
      'a changed item of a list',
      ['properties', 'lines', 'items', 'properties', 'total', 'type'],
      'string',
      'reply 200.lines[].total may now be string',
    ],
  ])('reports %s of a reply', (_what, path, value, problem) => {
    expect(ofReply(path, value)).toEqual([`POST /api/things: ${problem}`]);
  });

  it('reports a field that left a reply, and a route that left the API', () => {
    const { state: _, ...properties } = REPLY.properties as Json;
    expect(ofReply(['properties'], properties)).toEqual(['POST /api/things: reply 200.state was removed']);
    expect(breakingChanges(BEFORE, { paths: {} })).toEqual(['POST /api/things: was removed']);
  });

  it('reports no change that old clients can live with', () => {
    expect(ofRequest(['properties', 'note'], { type: 'string' })).toEqual([]);
    expect(ofRequest(['required'], [])).toEqual([]);
    expect(ofRequest(['properties', 'email', 'maxLength'], 300)).toEqual([]);
    expect(ofRequest(['properties', 'role', 'enum'], ['admin', 'support', 'developer'])).toEqual([]);
    const orNull = { anyOf: [{ type: 'string', maxLength: 254 }, { type: 'null' }] };
    expect(ofRequest(['properties', 'email'], orNull)).toEqual([]);
    expect(ofReply(['properties', 'note'], { type: 'string' })).toEqual([]);
    expect(ofReply(['properties', 'state', 'enum'], ['open'])).toEqual([]);
    expect(breakingChanges({ paths: {} }, BEFORE)).toEqual([]);
  });

  it('makes the document of a commit from the contracts of that commit', async () => {
    const document = await documentAt('HEAD');
    expect(Object.keys(document.paths)).toContain('/api/license/validate');
    expect(breakingChanges(document, document)).toEqual([]);
  });
});
