export interface LogLine {
  level: string;
  service: string;
  msg: string;
  [field: string]: unknown;
}

/** What the processes of this test write to their logs, instead of printing it, until `stop`. */
export interface CapturedLog {
  /** Lines with this message, those of one process alone where it is named. */
  find: (msg: string, service?: string) => LogLine[];
  stop: () => void;
}

/** Call it before the services are built; their `LOG_LEVEL` decides what they write. */
export function captureLog(): CapturedLog {
  const lines: LogLine[] = [];
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // A logger that finds `write` replaced writes through it instead of to the descriptor.
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
