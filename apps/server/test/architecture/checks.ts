import {
  barrels,
  builtins,
  decorators,
  deepImports,
  direction,
  inlineExceptions,
  relativeInside,
  type Rule,
  type TextFile,
} from './imports.ts';
import { decisionRecords, fileNames } from './names.ts';
import { decoratorOptions, manifests, references } from './projects.ts';

const file = (path: string, text = ''): TextFile => ({ path, text });
const manifest = (folder: string, name: string, ...dependencies: string[]): TextFile =>
  file(
    `${folder}/package.json`,
    JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((d) => [d, '1'])) }),
  );
const domain = manifest('packages/domain', '@portcullis/domain');

interface Check {
  readonly title: string;
  readonly rule: Rule;
  /** Sets of files with one fault each: a rule that lets one pass is a dead rule. */
  readonly planted: readonly (readonly TextFile[])[];
}

/** Every rule, with what it must catch. */
export const checks: readonly Check[] = [
  {
    title: 'imports point inwards, and each library is known to one package',
    rule: direction,
    planted: [
      [file('packages/domain/src/user.ts', `import Koa from 'koa';`)],
      [file('packages/domain/src/user.ts', `import {\n  type UnitOfWork,\n} from '@portcullis/application';`)],
      [file('packages/application/src/auth/log-in.ts', `export type { DataSource } from 'typeorm';`)],
      [file('packages/application/src/auth/log-in.ts', `import { expect } from 'chai';`)],
      [file('packages/adapters-http/src/app.ts', `import { userViews } from '@portcullis/adapters-persistence';`)],
      [file('packages/adapters-http/src/app.ts', `const { Pool } = await import('pg');`)],
      [file('packages/adapters-markdown/src/renderer.ts', 'const plugin = require(`koa/${name}`);')],
      [file('apps/server/src/main.ts', `import 'typeorm';`)],
      [file('packages/unheard-of/src/index.ts', `import { isId } from '@portcullis/domain';`)],
    ],
  },
  {
    title: 'the core uses no module of Node',
    rule: builtins,
    planted: [
      [file('packages/domain/src/ids.ts', `import { randomUUID } from 'node:crypto';`)],
      [file('packages/application/src/auth/log-in.ts', `import type { KeyObject } from 'node:crypto';`)],
    ],
  },
  {
    title: 'relative imports stay inside their package',
    rule: relativeInside,
    planted: [
      [file('packages/domain/src/user.ts', `import { LogIn } from '../../application/src/auth/log-in.ts';`)],
      [file('apps/server/src/main.ts', `import { world } from '../test/world.ts';`)],
    ],
  },
  {
    title: 'another package is entered by its name alone',
    rule: deepImports,
    planted: [
      [
        file(
          'packages/application/src/auth/log-in.ts',
          `import { newUser } from '@portcullis/domain/dist/src/user.js';`,
        ),
      ],
      [file('apps/server/src/main.ts', `import { world } from '@portcullis/application/testing';`)],
    ],
  },
  {
    title: 'only the entry of a package re-exports',
    rule: barrels,
    planted: [
      [file('packages/application/src/ports/index.ts', `export * from './users.ts';`)],
      [file('packages/domain/src/user.ts', `export {\n  roleLimits,\n} from './role.ts';`)],
    ],
  },
  {
    title: 'decorators stay in adapters-http',
    rule: decorators,
    planted: [
      [file('packages/application/src/auth/log-in.ts', `@injectable()\nexport class LogIn {}`)],
      [file('apps/server/src/server.ts', 'class Server {\n  constructor(@inject(LOG) log: Log) {}\n}')],
    ],
  },
  {
    title: 'no check is turned off in passing',
    rule: inlineExceptions,
    planted: [
      [file('packages/domain/src/user.ts', '// oxlint-disable-next-line no-explicit-any')],
      [file('apps/server/src/main.ts', '// @ts-expect-error')],
    ],
  },
  {
    title: 'manifests name what the table allows',
    rule: manifests,
    planted: [
      [manifest('packages/domain', '@portcullis/domain', 'zod')],
      [manifest('packages/application', '@portcullis/application')],
      [manifest('packages/unheard-of', '@portcullis/unheard-of')],
    ],
  },
  {
    title: 'project references follow the manifests',
    rule: references,
    planted: [
      [domain, file('tsconfig.json', '{ "references": [] }')],
      [domain, file('packages/domain/tsconfig.json', '{ "references": [{ "path": "../application" }] }')],
      [
        domain,
        manifest('packages/application', '@portcullis/application', '@portcullis/domain'),
        file('packages/application/tsconfig.json', '{}'),
      ],
    ],
  },
  {
    title: 'decorators are compiled in adapters-http only, without metadata',
    rule: decoratorOptions,
    planted: [
      [file('packages/domain/tsconfig.json', '{ "compilerOptions": { "experimentalDecorators": true } }')],
      [file('packages/adapters-http/tsconfig.json', '{ "compilerOptions": { "emitDecoratorMetadata": true } }')],
    ],
  },
  {
    title: 'files are named in kebab-case, for what they hold',
    rule: fileNames,
    planted: [
      [file('packages/domain/src/menuTree.ts')],
      [file('packages/application/src/auth/log-in.service.ts')],
      [file('packages/adapters-http/src/user.dto.ts')],
      [file('packages/adapters-persistence/src/user.entity.ts')],
    ],
  },
  {
    title: 'decision records have a number each and fit on a page',
    rule: decisionRecords,
    planted: [
      [file('docs/adr/1-hexagon.md')],
      [file('docs/adr/0001-hexagon.md'), file('docs/adr/0001-markdown.md')],
      [file('docs/adr/0001-hexagon.md', 'A line.\n'.repeat(41))],
    ],
  },
];
