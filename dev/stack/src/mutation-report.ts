/** The part of StrykerJS's JSON report that is read here. */
export interface MutationReport {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>;
}
interface ReportedMutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  location: { start: Position; end: Position };
}
/** Lines and columns start at 1. */
interface Position {
  line: number;
  column: number;
}

export interface MutationScore {
  mutants: number;
  killed: number;
  /** A mutant that never ends counts as noticed. */
  timedOut: number;
  survived: number;
  notCovered: number;
  /** Share of the mutants that a test noticed, in percent. `null` without mutants. */
  percent: number | null;
}

/** Counts the mutants. Ignored mutants and those that fail to load (`CompileError`, `RuntimeError`) do not count. */
export function scoreMutants(report: MutationReport): MutationScore {
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (status: string) => statuses.filter((each) => each === status).length;
  const [killed, timedOut, survived, notCovered] = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
  ];
  const mutants = killed + timedOut + survived + notCovered;
  const percent = mutants === 0 ? null : ((killed + timedOut) / mutants) * 100;
  return { mutants, killed, timedOut, survived, notCovered, percent };
}

const SHOWN_LENGTH = 70;

/** The mutants that no test notices, each as `file:line  before → after`. */
export function listSurvivors(report: MutationReport): string[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .sort((a, b) => a.location.start.line - b.location.start.line)
      .map(({ status, location, mutatorName, replacement = mutatorName }) => {
        const change = `${shorten(readLocation(source, location))} → ${shorten(replacement)}`;
        return `${file}:${location.start.line}  ${change}${status === 'NoCoverage' ? '  (runs in no test)' : ''}`;
      }),
  );
}

function readLocation(source: string, { start, end }: ReportedMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line.slice(0, end.column - 1) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
    .join('\n');
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH - 1)}…` : line;
}
