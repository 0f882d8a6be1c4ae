import { type Attribute, type GuideFile, type Node, walk } from './tree.ts';

/** Imports the components and copy values (`{BRAND.name}`) that a guide names. An unknown name fails the build. */
export function importParts(parts: Readonly<Record<string, string>>) {
  return (tree: Node, file: GuideFile): void => {
    const names = new Set<string>();
    for (const node of walk(tree)) {
      const used = [
        ...(/^[A-Z]/.test(node.name ?? '') ? [node.name ?? ''] : []),
        ...identifiersIn(node.data?.estree),
        ...(node.attributes ?? []).flatMap(identifiersOf),
      ];
      for (const name of used) {
        if (!(name in parts))
          file.fail(`there is no ${name}; a guide may use ${Object.keys(parts).join(', ')}`, node);
        names.add(name);
      }
    }
    tree.children?.unshift(...[...names].sort(pageFirst).map((name) => importOf(name, parts[name] ?? '')));
  };
}

/** The page imports the styles of all guides first, so that their order is fixed. */
const pageFirst = (a: string, b: string) =>
  Number(b === 'GuidePage') - Number(a === 'GuidePage') || a.localeCompare(b);

function identifiersOf({ value }: Attribute): string[] {
  const expression = value as { data?: { estree?: unknown } } | null | undefined;
  return identifiersIn(typeof expression === 'object' ? expression?.data?.estree : undefined);
}

/** The free names of an expression, without property names. */
function identifiersIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(identifiersIn);
  if (typeof tree !== 'object' || tree === null) return [];
  const node = tree as Record<string, unknown>;
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type === 'MemberExpression' && !node.computed) return identifiersIn(node.object);
  if (node.type === 'Property') return identifiersIn(node.value);
  return Object.values(node).flatMap(identifiersIn);
}

function importOf(name: string, from: string): Node {
  const identifier = { type: 'Identifier', name };
  const declaration = {
    type: 'ImportDeclaration',
    attributes: [],
    specifiers: [{ type: 'ImportSpecifier', imported: identifier, local: { ...identifier } }],
    source: { type: 'Literal', value: from, raw: JSON.stringify(from) },
  };
  const program = { type: 'Program', sourceType: 'module', comments: [], body: [declaration] };
  return { type: 'mdxjsEsm', value: '', data: { estree: program } };
}
