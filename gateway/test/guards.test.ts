import { describe, expect, it } from '@jest/globals';
import { defineRoute, type Route } from '@leadping/contracts/route';
import { testActor } from '@leadping/test-kit/people';
import Fastify from 'fastify';
import mongoose from 'mongoose';
import { z } from 'zod';
import { hostsOf } from '../src/http/hosts.ts';
import { GUARDS, guardRoute, type GuardParts } from '../src/routing/guard.ts';
import { OWN_ORIGIN } from './gateway.ts';

const common = {
  service: 'gateway',
  path: '/api/guarded',
  summary: 'Is guarded',
  replies: { 200: z.object({}) },
  errors: [],
} as const;
const body = z.object({ name: z.string() });

const everyGuard = defineRoute({
  ...common,
  method: 'POST',
  access: 'publisher',
  body,
  limit: { points: 10, windowSeconds: 60, field: 'name', knownBrowsers: true },
});
const publicPage = defineRoute({ ...common, method: 'GET', access: 'anyone' });
const limitedForm = defineRoute({
  ...common,
  method: 'POST',
  access: 'anyone',
  body,
  limit: { points: 10, windowSeconds: 60 },
});
const withCredentials = defineRoute({
  ...common,
  method: 'POST',
  access: 'credentials',
  body,
  limit: { points: 10, windowSeconds: 60, field: 'name' },
});

/** Parts of guards that pass every call and record what was asked of them. */
function recordingParts() {
  const asked: string[] = [];
  const record = <T>(part: string, reply: T): T => {
    asked.push(part);
    return reply;
  };
  const actor = testActor({ role: 'admin' });
  const parts: GuardParts = {
    database: mongoose.createConnection(),
    hosts: hostsOf(OWN_ORIGIN),
    isTenant: async () => true,
    overload: { errorFor: () => record('overload', undefined) },
    browsers: {
      look: async () => record('known browser', undefined),
      accountOf: () => record('account of a limit', null),
    },
    customers: { carriesSession: () => false, resolve: () => null },
    sessions: {
      carriesSession: () => record('session cookie of another origin', false),
      resolve: () => record('session', { sessionId: 's', actor, tokenFor: () => 'token' }),
    },
    fairShare: { admit: () => record('fair share', undefined) },
  };
  const bearer = { bearerOf: () => record('bearer token', null), sign: async () => 'token' };
  return { asked, parts, bearer };
}

function guardNames(contract: Route): string[] {
  const { parts, bearer } = recordingParts();
  const route = { ...parts, contract, bearer: contract.access === 'publisher' ? bearer : undefined };
  return GUARDS.filter(({ check }) => check(route) !== null).map(({ name }) => name);
}

describe('the guards of the gateway', () => {
  it('are in this order', () => {
    expect(GUARDS.map(({ name, readsBody = false }) => ({ name, readsBody }))).toEqual([
      { name: 'overload', readsBody: false },
      { name: 'own origin', readsBody: false },
      { name: 'known browser', readsBody: false },
      { name: 'limit per caller', readsBody: false },
      { name: 'bearer token', readsBody: false },
      { name: 'session, role and fair share', readsBody: false },
      { name: 'limit per value', readsBody: true },
    ]);
  });

  it.each([
    ['every guard for a limited call of publishers', everyGuard, GUARDS.map(({ name }) => name)],
    ['no origin or limit for a public page', publicPage, ['overload', 'session, role and fair share']],
    [
      'no limit per value for a form with a plain limit',
      limitedForm,
      ['overload', 'own origin', 'limit per caller', 'session, role and fair share'],
    ],
    [
      'no origin or session for a call with credentials',
      withCredentials,
      ['overload', 'limit per caller', 'limit per value'],
    ],
  ])('include %s', (_what, contract, names) => {
    expect(guardNames(contract)).toEqual(names);
  });

  it('run in the order of the list before the handler of a route', async () => {
    const { asked, parts, bearer } = recordingParts();
    const app = Fastify();
    guardRoute(app, everyGuard, parts, bearer);
    app.post(everyGuard.path, (_request, reply) => {
      asked.push('handler');
      return reply.send({});
    });
    const reply = await app.inject({ method: 'POST', url: everyGuard.path, payload: { name: 'Ada' } });
    expect({ status: reply.statusCode, asked }).toEqual({
      status: 200,
      asked: [
        'overload',
        'session cookie of another origin',
        'known browser',
        'account of a limit',
        'bearer token',
        'session',
        'fair share',
        'account of a limit',
        'handler',
      ],
    });
    await app.close();
  });
});
