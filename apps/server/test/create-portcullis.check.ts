import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createProject } from 'create-portcullis';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { manifestOf, passed, publicFolders } from './support/readmes.ts';
import { run } from './support/run.ts';

describe('The template of create-portcullis', () => {
  let parent: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'portcullis-'));
  });
  after(() => rmSync(parent, { recursive: true }));

  // `npm run publish:check` does the same with installed packages, and starts the service.
  it('compiles with the packages of this repository, and its test in memory passes', async () => {
    const project = createProject({ folder: join(parent, 'shop-service'), prefix: 'shop' });
    const link = (name: string, target: string): void => {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
      symlinkSync(target, join(project, 'node_modules', name));
    };
    for (const folder of publicFolders) link((await manifestOf(folder)).name, join(root, folder));
    link('@types/node', join(root, 'node_modules/@types/node'));
    await run(project, join(root, 'node_modules/.bin/tsc'), []);
    expect(await run(project, process.execPath, ['--test', 'dist/test/projects.test.js'])).to.match(passed);
  });
});
