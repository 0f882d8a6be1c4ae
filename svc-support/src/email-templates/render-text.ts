import type { Block, EmailTemplate } from './email-template.ts';

/** The template for readers of plain text. */
export function renderText({ brand, heading, blocks, footer, identity }: EmailTemplate): string {
  return (
    [
      heading,
      ...blocks.map(renderBlock),
      ['--', brand, footer, ...(identity ? [identity] : [])].join('\n'),
    ].join('\n\n') + '\n'
  );
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return block.text.toUpperCase();
    case 'code':
      return `${block.label}:\n\n    ${block.value}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'steps':
      return block.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
  }
}
