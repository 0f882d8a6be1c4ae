import type { FastifyBaseLogger } from 'fastify';
import { parseTraceparent, traceIdOf, TRACE_HEADER, type LogFields } from '../telemetry/trace-context.ts';

type LogFn = FastifyBaseLogger['info'];

const fieldsOfRequest = new WeakMap<object, LogFields>();

/**
 * Keeps fields for the request's log lines, because failures are logged outside the handler, where its bound fields are
 * missing.
 */
export function bindRequestFields(request: object, fields: LogFields): void {
  fieldsOfRequest.set(request, fields);
}

/**
 * The logger of one request. It is created with its first line, because most requests log nothing. Creating a logger
 * also redacts its bound fields, which costs more than the rest of a small request.
 */
export function requestLog(
  log: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  request: { headers: Record<string, unknown> },
): FastifyBaseLogger {
  return new RequestLog(log, bindings, request) as unknown as FastifyBaseLogger;
}

type Line = Parameters<LogFn>;

/** A class, because an object with a function for each level would be eight objects for a request that logs nothing. */
class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  readonly #request: { headers: Record<string, unknown> };
  #made: FastifyBaseLogger | undefined;

  constructor(
    log: FastifyBaseLogger,
    bindings: Record<string, unknown>,
    request: { headers: Record<string, unknown> },
  ) {
    this.#log = log;
    this.#bindings = bindings;
    this.#request = request;
  }

  get level(): string {
    return this.#log.level;
  }

  get silent(): LogFn {
    return this.#log.silent;
  }

  fatal(...line: Line): void {
    this.#own().fatal(...line);
  }

  error(...line: Line): void {
    this.#own().error(...line);
  }

  warn(...line: Line): void {
    this.#own().warn(...line);
  }

  info(...line: Line): void {
    this.#own().info(...line);
  }

  debug(...line: Line): void {
    this.#own().debug(...line);
  }

  trace(...line: Line): void {
    this.#own().trace(...line);
  }

  child(...more: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own().child(...more);
  }

  #own(): FastifyBaseLogger {
    const request = this.#request;
    return (this.#made ??= this.#log.child({
      ...this.#bindings,
      ...traceOf(request),
      ...fieldsOfRequest.get(request),
    }));
  }
}

/** Bound explicitly, because failures are logged outside the handler, where the trace is not added. */
function traceOf({ headers }: { headers: Record<string, unknown> }): { traceId?: string } {
  const traceId = traceIdOf(parseTraceparent(headers[TRACE_HEADER]));
  return traceId === undefined ? {} : { traceId };
}
