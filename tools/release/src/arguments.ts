import { parseArgs } from 'node:util';
import { UsageError } from './failures.ts';

const ACTIONS = [
  'publish',
  'diff',
  'promote',
  'rollback',
  'retire',
  'pause',
  'resume',
  'status',
  'history',
] as const;
type Action = (typeof ACTIONS)[number];

export interface Options {
  action: Action;
  /** Percentage of visitors. All visitors if absent. */
  canary: number | undefined;
  version: string | undefined;
  /** Remotes that are released together with this one, all or none. */
  with: string[];
  note: string;
  /** Uses the existing build in `dist`. */
  isBuilt: boolean;
  /** A folder with existing builds by name and version, used instead of building. */
  builtIn: string | undefined;
  /** Rolls back the stable release for all visitors. */
  isStable: boolean;
  /** Applies to every app instead of this one only. */
  isAboutAll: boolean;
  limit: number;
  /** A name such as `pr-12`. The build is uploaded, and a link shows it to viewers. */
  preview: string | undefined;
  /** Ends without a release if the build is unchanged. */
  ifChanged: boolean;
  json: boolean;
}

export const HELP = `leadping-release [command] [options], in the folder of a remote; in the platform's repository
npm run release -w <remote> -- [command] [options]

  (none), publish    builds, uploads and releases to everybody
    --canary <n>       to n per cent of the visitors, from 0.01 to 100
    --version <x.y.z>  instead of the version in package.json
    --with <a,b>       these remotes go out at the same moment, all or none: needs a token that covers them
    --no-build         releases what is in dist already
    --built <folder>   runs no build: takes <folder>/<remote>/<version> wherever it would build that version
    --preview <name>   releases to nobody: prints a link that shows the build to one browser
    --if-changed       only where the build differs from what is out; a revert takes the canary back
    --note <text>      is kept in the history
  diff               what a release would change: bytes, routes, slots, shared versions, what is imported of the shell
    --version <x.y.z>  against this released version instead of the current one
  promote            gives the canary to everybody
    --version <x.y.z>  only where this is the canary that is out
  rollback           takes the canary back, and nothing else
    --stable           the stable release goes back to the one before it, for everybody
    --version <x.y.z>  everybody goes to this earlier version
  retire             takes the remote out of what is released: its pages and places are free again
  pause, resume      automatic rollback, of every app: needs a token of every app
  status             versions, shares, errors and Web Vitals of the last hour
  history            who released what, newest first
    --limit <n>        20 by default, at most 100
    --all              status and history of every remote and of the shell
  --json             one JSON object on stdout, progress on stderr

Environment: RELEASE_TOKEN, and GATEWAY_URL (http://localhost:8080 by default).
Ends with 0 when it is done, 1 when it was refused or failed, 2 when the command was not understood.
`;

/** @throws {UsageError} for an unknown command or option */
export function readArguments(args: string[]): Options | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [action = 'publish', ...rest] = positionals;
  if (!isAction(action) || rest.length > 0)
    throw new UsageError(`There is no command "${positionals.join(' ')}".`);
  const canary = values.canary === undefined ? undefined : Number(values.canary);
  if (canary !== undefined && !(canary >= 0.01 && canary <= 100))
    throw new UsageError(`--canary takes 0.01 to 100 per cent, not "${values.canary}".`);
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new UsageError(`--limit takes 1 to 100, not "${values.limit}".`);
  if (values['if-changed'] && values['no-build'])
    throw new UsageError('--if-changed builds itself: leave out --no-build.');
  if (values.built !== undefined && (values['no-build'] || values.version === undefined))
    throw new UsageError('--built takes the build of --version: give one, and leave out --no-build.');
  if (values.stable && values.version !== undefined)
    throw new UsageError('--stable goes to the release before, --version to another: leave one out.');
  if (values.preview !== undefined && !/^[0-9a-z-]{1,40}$/.test(values.preview))
    throw new UsageError(`--preview takes a name as in pr-12, not "${values.preview}".`);
  for (const [option, commands] of Object.entries(ONLY_FOR)) {
    if (args.some((arg) => arg.split('=')[0] === `--${option}`) && !commands.includes(action))
      throw new UsageError(`--${option} does not belong to ${action}.`);
  }
  return {
    action,
    canary,
    version: values.version,
    with: values.with.split(',').filter(Boolean),
    note: values.note,
    isBuilt: values['no-build'],
    builtIn: values.built,
    isStable: values.stable,
    isAboutAll: values.all,
    limit,
    preview: values.preview,
    ifChanged: values['if-changed'],
    json: values.json,
  };
}

const ONLY_FOR: Record<string, Action[]> = {
  canary: ['publish'],
  version: ['publish', 'diff', 'promote', 'rollback'],
  stable: ['rollback'],
  with: ['publish', 'promote', 'rollback'],
  note: ['publish', 'promote', 'rollback', 'retire'],
  'no-build': ['publish', 'diff'],
  built: ['publish'],
  'if-changed': ['publish'],
  preview: ['publish'],
  all: ['status', 'history'],
  limit: ['history'],
};

const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        canary: { type: 'string' },
        version: { type: 'string' },
        with: { type: 'string', default: '' },
        note: { type: 'string', default: '' },
        'no-build': { type: 'boolean', default: false },
        built: { type: 'string' },
        stable: { type: 'boolean', default: false },
        preview: { type: 'string' },
        'if-changed': { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        limit: { type: 'string', default: '20' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
