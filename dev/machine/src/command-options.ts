import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line was not understood. */
const USAGE_FAULT = 2;

interface Command {
  /** What `--help` prints. */
  usage: string;
  /** Of these options the value is a number, 0 or more. */
  numbers?: readonly string[];
}

/**
 * The options of a command of this repository, as `parseArgs` reads them, before anything is started. `--help` prints the usage and
 * ends the process with 0; what is not understood ends it with 2 and one line that says why.
 */
export function readOptions<const Config extends ParseArgsConfig>(
  { usage, numbers = [] }: Command,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const args = config.args ?? process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage.trim());
    process.exit(0);
  }
  try {
    const parsed = parseArgs(config);
    const values: Record<string, unknown> = parsed.values;
    for (const name of numbers) requireNumber(name, values[name]);
    return parsed;
  } catch (error) {
    // Its second sentence is about positional arguments that begin with a hyphen.
    const [fault = ''] = (error as Error).message.split('. ');
    return endWithUsageFault(fault);
  }
}

/** Ends the process: the command line asks for something that is not there. */
export function endWithUsageFault(message: string): never {
  console.error(`${message.replace(/\.?$/, '.')} See --help.`);
  process.exit(USAGE_FAULT);
}

function requireNumber(name: string, value: unknown): void {
  if (value === undefined || (String(value).trim() !== '' && Number(value) >= 0)) return;
  throw new Error(`--${name} takes a number, not "${String(value)}"`);
}
