import { relative } from 'node:path';

/** Reporter of StrykerJS that names each survivor when it is found, because a long run may be stopped before its end. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, replacement, mutatorName }) {
    if (status !== 'Survived') return;
    console.log(
      `survived: ${relative(process.cwd(), fileName)}:${location.start.line}  → ${replacement ?? mutatorName}`,
    );
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter }];
