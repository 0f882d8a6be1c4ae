export interface LogLine {
  level: string;
  service: string;
  msg: string;
  [field: string]: unknown;
}

/** Captures the log output of this test's processes instead of printing it, until `stop`. */
export interface CapturedLog {
  /** Lines with this message, optionally of one process only. */
  find: (msg: string, service?: string) => LogLine[];
  stop: () => void;
}

/** Call it before building the services. Their `LOG_LEVEL` applies. */
export function captureLog(): CapturedLog {
  const lines: LogLine[] = [];
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // A logger writes through a replaced `write` instead of to the descriptor.
  stdout.write = ((text: string, ...rest: never[]) => {
    if (!String(text).startsWith('{"level"')) return write(text, ...rest);
    for (const line of String(text).trim().split('\n')) lines.push(JSON.parse(line) as LogLine);
    return true;
  }) as typeof stdout.write;
  return {
    find: (msg, service) =>
      lines.filter((line) => line.msg === msg && (service === undefined || line.service === service)),
    stop: () => {
      stdout.write = write;
    },
  };
}
