import { expect, it } from '@jest/globals';
import { exportedNames, ImportedNames } from '../build/shared-names.ts';

const PAGE = `
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link, useParams as parameters, type Path } from '@leadping/web-kit/router';
import * as everything from '@leadping/web-kit/query';
import type { Shell } from '@leadping/web-kit/shell';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import '@leadping/web-kit/ui/menu';
export const Page = (): ReactNode => <Link to={parameters().id}>{useState(everything)}</Link>;
`;

it('a remote lists the names that its modules import from the shared parts of the web kit, without types', () => {
  const imported = new ImportedNames();
  imported.add('src/routes/page.tsx', PAGE);
  imported.add('src/other.ts', "import { Navigate, Link } from '@leadping/web-kit/router';");
  imported.add('node_modules/a/index.js', "import { Alert } from 'antd';");
  expect(imported.names()).toEqual({
    '@leadping/web-kit/router': ['Link', 'Navigate', 'useParams'],
  });
});

it('the shell lists the names that each shared part of the web kit exports, including re-exports', () => {
  expect(exportedNames()).toMatchObject({
    '@leadping/web-kit/shell': expect.arrayContaining(['useToast']),
    '@leadping/web-kit/router': expect.arrayContaining(['Link', 'Routes']),
    '@leadping/web-kit/ui/core': expect.arrayContaining(['Alert', 'Modal', 'UiProvider']),
    '@leadping/web-kit/ui/tooltip': ['Tooltip', 'TooltipProvider'],
  });
  expect(exportedNames()['@leadping/web-kit/shell']).not.toContain('Shell');
});
