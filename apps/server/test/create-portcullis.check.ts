import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createProject } from 'create-portcullis';
import { expect } from 'chai';
import { DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { variables } from '../src/config/variables.ts';
import { root } from './architecture/files.ts';
import { composeFaults } from './deployment/schemas.ts';
import { manifestOf, passed, publicFolders } from './support/readmes.ts';
import { run } from './support/run.ts';

const exercise = join(root, 'apps/server/test/exercise');

describe('The template of create-portcullis', () => {
  let parent: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'portcullis-'));
  });
  after(() => rmSync(parent, { recursive: true }));

  /** Makes a project that has the packages of this repository. */
  async function makeProject(name: string): Promise<string> {
    const project = createProject({ folder: join(parent, name), prefix: 'shop' });
    const link = (dependency: string, target: string): void => {
      mkdirSync(dirname(join(project, 'node_modules', dependency)), { recursive: true });
      symlinkSync(target, join(project, 'node_modules', dependency));
    };
    for (const folder of publicFolders) link((await manifestOf(folder)).name, join(root, folder));
    link('@types/node', join(root, 'node_modules/@types/node'));
    return project;
  }
  const compile = (project: string): Promise<string> => run(project, join(root, 'node_modules/.bin/tsc'), []);

  // `npm run test:long -- publish` does the same with installed packages, and starts the service.
  it('compiles with the packages of this repository, and its test in memory passes', async () => {
    const project = await makeProject('shop-service');
    await compile(project);
    expect(await run(project, process.execPath, ['--test', 'dist/test/projects.test.js'])).to.match(passed);
  });

  it('gets resources and fields by commands, whose files compile and whose tests pass', async () => {
    const project = await makeProject('add-service');
    const require = createRequire(import.meta.url);
    const compiler = createRequire(require.resolve('openapi-typescript')).resolve('typescript/package.json');
    symlinkSync(dirname(compiler), join(project, 'node_modules/typescript'));
    const add = async (...args: readonly string[]): Promise<string> => {
      await compile(project);
      return run(project, process.execPath, [join(root, 'apps/server/dist/src/cli.js'), 'add', ...args]);
    };
    await add('resource', 'category', 'name:text!', 'kind:choice:a,b', 'owner:ref:user');
    await add(
      'resource',
      'invoice',
      'number:text!',
      'amount:decimal',
      'category:ref(shop.category)!',
      'seenBy:refs:user',
    );
    await add('field', 'invoice', 'note:markdown', 'other:ref:shop.project', 'size:integer');
    const files = (folder: string) => readdirSync(join(project, folder)).toSorted();
    expect(files('src')).to.deep.equal(['categories.ts', 'invoices.ts', 'migrations', 'modules.ts', 'projects.ts']);
    expect(files('src/migrations')).to.have.lengthOf(4);
    await compile(project);
    const tests = ['categories', 'invoices', 'invoices-note-other-size'].map((name) => `dist/test/${name}.test.js`);
    expect(await run(project, process.execPath, ['--test', ...tests])).to.match(passed);
    const text = readFileSync(join(project, 'src/invoices.ts'), 'utf8');
    expect(text.split('\n').filter((line) => line.startsWith('import'))).to.deep.equal([
      "import { defineResource } from '@portcullis/server';",
      "import { categories } from './categories.ts';",
      "import { projects } from './projects.ts';",
    ]);
    const format = [
      'format',
      '--line-width=120',
      '--indent-style=space',
      '--javascript-formatter-quote-style=single',
      'src',
      'test',
    ];
    await run(project, join(root, 'node_modules/.bin/biome'), format);

    // What cannot be parsed stays as it is.
    writeFileSync(join(project, 'src/modules.ts'), `// Mine\n${readFileSync(join(project, 'src/modules.ts'), 'utf8')}`);
    expect(await add('resource', 'note', 'text:text!')).to.include('Add notes of ./notes.ts');
    expect(readFileSync(join(project, 'src/modules.ts'), 'utf8'))
      .to.match(/^\/\/ Mine/)
      .and.not.include('notes');
    expect(await add('field', 'invoice', 'further:text')).to.include('Add to its fields:\n    further: {');
    expect(readFileSync(join(project, 'src/invoices.ts'), 'utf8')).to.equal(text);
  });

  it('has an image and a compose file like those of the service', async () => {
    const project = await makeProject('image-service');
    const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
    const composeText = read(project, 'compose.yaml');
    expect(composeFaults('compose.yaml', parse(composeText))).to.deep.equal([]);
    const databaseOf = (text: string) => /image: (postgres:\S+)/.exec(text)?.[1];
    expect(databaseOf(composeText)).to.equal(databaseOf(read(root, 'compose.yaml')));

    const [image, ours] = [project, root].map((folder) => DockerfileParser.parse(read(folder, 'Dockerfile')));
    const releases = [image, ours].map((file) => file?.getFROMs().map((from) => from.getImage()));
    expect(releases[0]).to.deep.equal(releases[1]);
    const argumentsOf = (keyword: string): readonly string[] =>
      JSON.parse(
        image
          ?.getInstructions()
          .find((each) => each.getKeyword() === keyword)
          ?.getArgumentsContent() ?? '[]',
      );
    const [, program = ''] = argumentsOf('ENTRYPOINT');
    expect(existsSync(join(project, program)), program).to.equal(true);
    const modules = argumentsOf('CMD').at(-1) ?? '';
    expect(read(project, 'package.json')).to.include(`--modules ${modules}`);
    expect(read(project, '.dockerignore')).to.match(/^\.env$/m);

    const instructions = image?.getInstructions().map((each) => each.toString()) ?? [];
    const { scripts }: { readonly scripts: object } = JSON.parse(read(project, 'package.json'));
    const scriptsIn = (text: string) => [...text.matchAll(/npm run (?:-\S+ )*(\w+)/g)].map(([, name = '']) => name);
    const called = scriptsIn([...instructions, read(project, 'README.md'), ...Object.values(scripts)].join('\n'));
    expect(called).to.include.members(['build', 'migrate', 'types']);
    expect(called.filter((name) => !(name in scripts))).to.deep.equal([]);

    const names = [
      ...instructions.flatMap((each) => (each.startsWith('ENV ') ? [...each.matchAll(/([A-Z_]+)=/g)] : [])),
      ...composeText.matchAll(/^ {6}([A-Z_]+): /gm),
      ...read(project, '.env').matchAll(/^#? ?([A-Z_]+)=/gm),
    ];
    const known = new Set(Object.values(variables).map(({ name }) => name));
    const unknown = names
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name) && name !== 'NODE_ENV' && !name.startsWith('POSTGRES_'));
    expect([names.length > 5, unknown]).to.deep.equal([true, []]);
  });

  it('compiles with the resources of a team that `npm run test:long -- publish` installs', async () => {
    const project = await makeProject('team-service');
    for (const name of ['src/projects.ts', 'test/projects.test.ts', 'test/http.test.ts']) rmSync(join(project, name));
    // The types of Preact, which screens need, cannot be found through links.
    for (const name of ['src', 'test']) cpSync(join(exercise, 'shop', name), join(project, name), { recursive: true });
    await compile(project);
    expect(await run(project, process.execPath, ['--test', 'dist/test/orders.test.js'])).to.match(passed);
  });
});
