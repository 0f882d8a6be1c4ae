import { spawn, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

export class CommandFailed extends Error {}

/**
 * Runs a command to its end and returns its output. Each line is passed on as it arrives.
 * @throws CommandFailed with the last lines of the output if the exit code is not 0
 */
export async function run(
  command: string,
  args: string[],
  options: SpawnOptions & { onLine?: (line: string) => void } = {},
): Promise<string> {
  const { onLine, ...spawnOptions } = options;
  const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  const outcome = await new Promise<string | number | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (outcome === 0) return lines.join('\n');
  // After the command's output npm only prints the name of the command.
  const said = lines.filter((line) => !line.startsWith('npm error'));
  throw new CommandFailed(`${command} ended with ${outcome}: ${said.slice(-8).join(' | ')}`);
}
