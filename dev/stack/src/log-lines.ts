import pretty from 'pino-pretty';

const format = pretty.prettyFactory({
  colorize: process.stdout.isTTY,
  singleLine: true,
  hideObject: false,
  ignore: 'pid,hostname,service,time,level',
  messageFormat: '{msg}',
});

/** Formats a process's JSON lines for people. Leaves other lines unchanged. */
export function readLogLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { level } = JSON.parse(line) as { level?: string };
    const text = format(line)
      .trim()
      // oxlint-disable-next-line regexp/no-super-linear-move -- our own processes' lines
      .replace(/\s*\n\s*/g, ' ');
    return level === 'info' || level === undefined ? text : `${level.toUpperCase()} ${text}`;
  } catch {
    return line;
  }
}
