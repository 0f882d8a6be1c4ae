import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The exit code for invalid arguments. */
const USAGE_FAULT = 2;

interface Command {
  /** The output of `--help`. */
  usage: string;
  /** Options with numeric values, 0 or more. */
  numbers?: readonly string[];
}

/**
 * Parses the options of a command with `parseArgs` before anything starts. `--help` prints the usage and exits
 * with 0. Invalid options exit with 2 and one line with the reason.
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
    // The second sentence is about positional arguments that start with a hyphen.
    const [fault = ''] = (error as Error).message.split('. ');
    return endWithUsageFault(fault);
  }
}

/** Ends the process because an argument names something that does not exist. */
export function endWithUsageFault(message: string): never {
  console.error(`${message.replace(/\.?$/, '.')} See --help.`);
  process.exit(USAGE_FAULT);
}

function requireNumber(name: string, value: unknown): void {
  if (value === undefined || (String(value).trim() !== '' && Number(value) >= 0)) return;
  throw new Error(`--${name} takes a number, not "${String(value)}"`);
}
