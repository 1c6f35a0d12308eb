import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import type { Process } from '../test/support/process.ts';
import { exampleOf, onOneLine, passed, promisedBy, publicFolders } from '../test/support/readmes.ts';
import { run } from '../test/support/run.ts';
import { packPackages } from '../test/support/tarballs.ts';
import { emptyProject, install, removeProject, startInstalled, typesOfNode } from './support.ts';

const password = 'first-administrator-1';
const exampleFile = (source: string): string => `${basename(source)}.ts`;

/** The package that imports the declarations of refine, which do not compile themselves: they import missing packages. */
const withUncheckedTypes = 'packages/refine';

/** The values of `module` with which the packages compile, and the values of `moduleResolution` that belong to them. */
const resolutions = { node16: 'node16', nodenext: 'nodenext', esnext: 'bundler' };

describe('All packages, installed from their files in an empty folder', () => {
  let project: string;
  let service: Process;
  let url: string;

  before(async () => {
    const tarballs = await packPackages();
    project = await emptyProject();
    await install(project, ...publicFolders.map(tarballs.of), await typesOfNode(), 'typescript@5.9.3');
    for (const source of publicFolders) await writeFile(join(project, exampleFile(source)), await exampleOf(source));
    service = startInstalled(project, { ADMIN_PASSWORD: password, DATA_DIR: 'data' });
    url = await service.listening;
  });
  after(async () => {
    await service.stop();
    await removeProject(project);
  });

  for (const [module, moduleResolution] of Object.entries(resolutions)) {
    it(`compile with checked declarations if moduleResolution is ${moduleResolution}`, async () => {
      const strictly = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2023', '--lib', 'es2023'];
      const options = [...strictly, '--types', 'node', '--module', module, '--moduleResolution', moduleResolution];
      const files = publicFolders.filter((source) => source !== withUncheckedTypes).map(exampleFile);
      await run(project, 'npx', ['tsc', ...options, ...files]);
      await run(project, 'npx', ['tsc', ...options, '--skipLibCheck', exampleFile(withUncheckedTypes)]);
    });
  }

  for (const source of publicFolders) {
    it(`run the example in the README of ${source}`, async () => {
      const promised = promisedBy(await exampleOf(source));
      const file = join(project, exampleFile(source).replace('.ts', '.js'));
      const variables = { PORTCULLIS_URL: url, ADMIN_PASSWORD: password };
      const printed = await run(project, process.execPath, [file], variables);
      if (promised === '') expect(printed).to.match(passed);
      else expect(onOneLine(printed)).to.equal(onOneLine(promised));
    });
  }

  it('serve the API and the console, and print the commands', async () => {
    const page = await fetch(`${url}/admin/`);
    expect([page.status, page.headers.get('Content-Type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(await run(project, 'npx', ['portcullis', '--help'])).to.include('portcullis start');
    const manifest = await readFile(join(project, 'node_modules/@portcullis/server/package.json'), 'utf8');
    const { version } = JSON.parse(manifest);
    expect(await run(project, 'npx', ['portcullis', '--version'])).to.equal(`${version}\n`);
  });
});
