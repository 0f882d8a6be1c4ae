import type { Route } from '@leadping/contracts/route';
import type { FastifyInstance } from 'fastify';

const NAME = Symbol.for('fastify.display-name');

/**
 * Registers what belongs to one route alone, in a scope that has its name: Fastify looks among all loaded modules for the
 * name of a scope without one.
 */
export function inScope(
  app: FastifyInstance,
  { method, path }: Route,
  register: (scope: FastifyInstance) => Promise<void> | void,
): void {
  const scoped = async (scope: FastifyInstance) => register(scope);
  void app.register(Object.assign(scoped, { [NAME]: `${method} ${path}` }));
}
