import { type Expression, parseExpressionAt } from 'acorn';

/** The properties of a guide's nodes that are used here. */
export interface Node {
  type: string;
  name?: string | null;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  attributes?: Attribute[];
  children?: Node[];
  data?: Record<string, unknown>;
  position?: Position;
}

interface Position {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

export interface Attribute {
  type: string;
  name?: string;
  value?: unknown;
}

/** The compiled file. `fail` reports it with the line. */
export interface GuideFile {
  path: string;
  fail(reason: string, place?: Node): never;
}

export const isBlank = ({ type, value = '' }: Node) => type === 'text' && value.trim() === '';

export function textOf({ value = '', children = [] }: Node): string {
  return value + children.map(textOf).join('');
}

export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

/** An element that is compiled by its name, without MDX's lookup in a map of components. */
export function jsx(
  name: string,
  attributes: Readonly<Record<string, string | Code | undefined>>,
  children: Node[] = [],
  position?: Position,
): Node {
  return {
    type: 'mdxJsxFlowElement',
    name,
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => ({
        type: 'mdxJsxAttribute',
        name: attribute,
        value: value instanceof Code ? value.attribute() : value,
      })),
    children,
    data: { _mdxExplicitJsx: true },
    ...(position && { position }),
  };
}

/** The source of an expression. */
export class Code {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  attribute() {
    const expression: Expression = parseExpressionAt(this.#source, 0, { ecmaVersion: 2022 });
    return {
      type: 'mdxJsxAttributeValueExpression',
      value: this.#source,
      data: {
        estree: {
          type: 'Program',
          sourceType: 'module',
          comments: [],
          body: [{ type: 'ExpressionStatement', expression }],
        },
      },
    };
  }
}

/** A copy value in a text that is not MDX, such as a summary or a code block: `{FIGURES.setupTime}`. */
const COPY = /\{([A-Z][A-Z_]+(?:\.\w+)?)\}/g;

/** The source of a text whose placeholders such as `{BRAND.name}` are values. */
export function template(text: string): string {
  if (text.search(COPY) < 0) return JSON.stringify(text);
  const escaped = text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
  return `\`${escaped.replaceAll(COPY, '${$1}')}\``;
}
