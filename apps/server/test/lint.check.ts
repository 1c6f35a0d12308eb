import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** Files with one violation each, and the rule that must report the violation. */
const planted: readonly (readonly [path: string, rule: string, text: string])[] = [
  ['packages/domain/src/library.ts', 'eslint(no-restricted-imports)', `export { default } from 'koa';`],
  ['packages/domain/src/outwards.ts', 'eslint(no-restricted-imports)', `export * from '@portcullis/application';`],
  ['packages/domain/src/node.ts', 'eslint(no-restricted-imports)', `export { randomUUID } from 'node:crypto';`],
  ['packages/application/src/library.ts', 'eslint(no-restricted-imports)', `export { DataSource } from 'typeorm';`],
  ['packages/testing/src/library.ts', 'eslint(no-restricted-imports)', `export { Pool } from 'pg';`],
  ['packages/adapters-http/src/library.ts', 'eslint(no-restricted-imports)', `export { DataSource } from 'typeorm';`],
  ['packages/adapters-persistence/src/library.ts', 'eslint(no-restricted-imports)', `export { SignJWT } from 'jose';`],
  ['packages/adapters-markdown/src/library.ts', 'eslint(no-restricted-imports)', `export { default } from 'koa';`],
  ['packages/adapters-media/src/library.ts', 'eslint(no-restricted-imports)', `export { default } from 'koa';`],
  ['packages/client/src/library.ts', 'eslint(no-restricted-imports)', `export { isId } from '@portcullis/domain';`],
  ['apps/server/src/library.ts', 'eslint(no-restricted-imports)', `export { default } from 'markdown-it';`],
  ['apps/bench/src/library.ts', 'eslint(no-restricted-imports)', `export { isId } from '@portcullis/domain';`],
  [
    'apps/server/src/testing.ts',
    'eslint(no-restricted-imports)',
    `export { aUser } from '@portcullis/testing/internal/builders';`,
  ],
  [
    'apps/server/src/database.ts',
    'eslint(no-restricted-imports)',
    `export { migratedDatabase } from '@portcullis/adapters-persistence/internal/testing';`,
  ],
  ['packages/domain/src/menuTree.ts', 'unicorn(filename-case)', `export const depth = 1;`],
  ['packages/domain/src/silenced.ts', 'typescript(ban-ts-comment)', `// @ts-ignore\nexport const depth = 1;`],
  [
    'packages/adapters-persistence/src/client-order.ts',
    'eslint(no-restricted-properties)',
    `export const sort = (query: { orderBy: (by: string) => void }, by: string) => query.orderBy(by);`,
  ],
  [
    'packages/domain/src/any.ts',
    'typescript(no-explicit-any)',
    `export const text = (value: any): string => \`\${value}\`;`,
  ],
  [
    'packages/domain/src/assertion.ts',
    'typescript(no-unsafe-type-assertion)',
    `export const text = (value: unknown): string => value as string;`,
  ],
  [
    'packages/application/src/floating.ts',
    'typescript(no-floating-promises)',
    `export function begin(): void {\n  Promise.resolve(1).then(String);\n}`,
  ],
  [
    'packages/application/src/misused.ts',
    'typescript(no-misused-promises)',
    `export const each = (ids: string[]): void => ids.forEach(async (id) => await Promise.resolve(id));`,
  ],
  [
    'packages/domain/src/value-import.ts',
    'typescript(consistent-type-imports)',
    `import { Left } from './left.ts';\nexport const of = (left: Left): string => left.right;`,
  ],
  [
    'packages/domain/src/left.ts',
    'import(no-cycle)',
    `import { right } from './right.ts';\nexport class Left {\n  readonly right = right;\n}`,
  ],
  [
    'packages/domain/src/right.ts',
    'import(no-cycle)',
    `import { Left } from './left.ts';\nexport const right = Left.name;`,
  ],
  [
    'packages/application/src/menu.ts',
    'import(no-cycle)',
    `import type { Tree } from './tree.ts';\nexport interface Menu {\n  readonly below: Tree;\n}`,
  ],
  [
    'packages/application/src/tree.ts',
    'import(no-cycle)',
    `import type { Menu } from './menu.ts';\nexport type Tree = readonly Menu[];`,
  ],
];

/** Creates a small repository with the files in `planted` and with the linter configuration of this repository. */
function plant(folder: string): void {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  // The linter searches `node_modules` of the small repository for the program that checks type-aware rules.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, , text] of planted) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
}

describe('The lint', () => {
  it('reports each violation', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-lint-'));
    try {
      plant(folder);
      const oxlint = join(root, 'node_modules/.bin/oxlint');
      const run = spawnSync(oxlint, ['--format=json', 'packages', 'apps'], { cwd: folder, encoding: 'utf8' });
      const report: Report = JSON.parse(run.stdout);
      const caught = report.diagnostics.map(({ filename, code }) => `${filename}: ${code}`);
      expect(run.status).to.equal(1);
      expect(caught).to.include.members(planted.map(([path, rule]) => `${path}: ${rule}`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
