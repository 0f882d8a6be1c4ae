import { chmod, mkdir, readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { run } from '@leadping/dev-machine/run';
import { engineTree } from '../engine/tree.ts';

const executables = ['postgres', 'initdb'];
const modules = /^(pg_cron|pg_documentdb\w*|vector|rum|tsm_system_rows|postgis-3|plpgsql|dict_snowball)\.so$/;
const extensionFiles = /^(documentdb|pg_cron|vector|rum|tsm_system_rows|postgis(-3)?(--[\d.]+)?\.|plpgsql)/;
const sharedLeftOut = ['contrib', 'man', 'extension'];

async function findLibraryFolder(unpacked: string): Promise<string> {
  const names = await readdir(join(unpacked, 'usr/lib'));
  const name = names.find((folder) => folder.endsWith('-linux-gnu'));
  if (!name) throw new Error("Debian's packages hold no library folder");
  return join(unpacked, 'usr/lib', name);
}

/** Asks the tree's own loader for the libraries of a program or module. */
async function listLibraries(loader: string, searchPath: string, file: string): Promise<string[]> {
  const printed = await run(loader, ['--library-path', searchPath, '--list', file]);
  const found = [...printed.matchAll(/=> (\/\S+)/g)].map((match) => match[1] ?? '');
  if (/not found/.test(printed)) throw new Error(`${basename(file)} lacks a library:\n${printed}`);
  return found;
}

/** initdb starts `postgres` from its own folder, so each executable is a script that uses the tree's loader. */
const launcher = (name: string) => `#!/bin/sh
here=\${0%/*}
exec "$here/../../../engine/ld.so" --library-path "$here/../../../engine:$here/../lib" --argv0 "$0" "$here/${name}.elf" "$@"
`;

/**
 * Moves out of the unpacked packages what the engine loads and nothing else: its executables, modules, scripts,
 * and the libraries that the loader names for them. About a quarter of the whole.
 */
export async function trimTree(unpacked: string, engineFolder: string): Promise<void> {
  const from = engineTree(unpacked);
  const to = engineTree(engineFolder);
  const libraryFolder = await findLibraryFolder(unpacked);
  const searchPath = [libraryFolder, from.modules].join(':');
  const loaderName = (await readdir(libraryFolder)).find((name) => /^ld-linux.*\.so/.test(name));
  if (!loaderName) throw new Error("Debian's packages hold no loader");
  const loader = join(libraryFolder, loaderName);

  const wantedModules = (await readdir(from.modules)).filter((name) => modules.test(name));
  const programs = [
    ...executables.map((name) => join(from.executables, name)),
    ...wantedModules.map((name) => join(from.modules, name)),
  ];
  const libraries = new Set<string>();
  for (const program of programs) {
    for (const library of await listLibraries(loader, searchPath, program)) {
      if (dirname(library) === libraryFolder) libraries.add(library);
    }
  }
  libraries.delete(loader);

  for (const folder of [to.libraries, to.executables, to.modules, join(to.shared, 'extension')]) {
    await mkdir(folder, { recursive: true });
  }
  for (const library of libraries) {
    await rename(await realpath(library), join(to.libraries, basename(library)));
  }
  for (const name of wantedModules) await rename(join(from.modules, name), join(to.modules, name));
  for (const name of executables) {
    await rename(join(from.executables, name), join(to.executables, `${name}.elf`));
    await writeFile(join(to.executables, name), launcher(name));
    await chmod(join(to.executables, name), 0o755);
  }
  for (const name of await readdir(from.shared)) {
    if (!sharedLeftOut.includes(name)) await rename(join(from.shared, name), join(to.shared, name));
  }
  for (const name of await readdir(join(from.shared, 'extension'))) {
    if (!extensionFiles.test(name)) continue;
    await rename(join(from.shared, 'extension', name), join(to.shared, 'extension', name));
  }
  await rename(join(to.shared, 'extension/postgis-3.control'), join(to.shared, 'extension/postgis.control'));
  await rename(await realpath(loader), to.loader);
}
