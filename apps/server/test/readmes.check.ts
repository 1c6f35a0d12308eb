import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import {
  compile,
  exampleOf,
  isPublicEntry,
  manifestOf,
  onOneLine,
  passed,
  promisedBy,
  publicFolders,
  readmeOf,
} from './support/readmes.ts';
import { run } from './support/run.ts';
import { administrator, sharedService } from './support/service.ts';

/** Examples are compiled inside their package, so that they can import the package by its name. */
const builtIn = (folder: string): string => join(root, folder, 'dist/readme');

/** Whether the API document determines this exported name, such as `createTagBody`. A README states only the pattern. */
const isGenerated = (name: string): boolean => /^[a-z]\w*(?:Body|Query)$/.test(name);

/** Returns the public entry points of a package: the specifier, and the text of its type declarations. */
async function entriesOf(folder: string): Promise<readonly (readonly [specifier: string, text: string])[]> {
  const { name, exports } = await manifestOf(folder);
  const texts = Object.entries(exports)
    .filter(([path]) => isPublicEntry(path))
    .map(async ([path, { types }]) => {
      return [name + path.slice(1), await declarationsOf(join(root, folder, types))] as const;
    });
  return Promise.all(texts);
}

/** Returns the text of a file of type declarations, and of the files of which it exports everything. */
async function declarationsOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const exported = [...text.matchAll(/^export (?:type )?\* from '([^']+)\.[jt]s';$/gm)].map(([, path = '']) => path);
  const texts = await Promise.all(exported.map((path) => declarationsOf(join(dirname(file), `${path}.d.ts`))));
  return [text, ...texts].join('\n');
}

describe('The README of', () => {
  let emptyFolder: string;
  /** Environment variables for the examples that call a service: its URL, and the password of the administrator. */
  let serviceAtHand: Readonly<Record<string, string>>;

  before(async () => {
    const { server } = await sharedService();
    serviceAtHand = { PORTCULLIS_URL: server.url, ADMIN_PASSWORD: administrator.password };
    emptyFolder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    for (const folder of publicFolders) {
      await mkdir(builtIn(folder), { recursive: true });
      await writeFile(join(builtIn(folder), 'example.ts'), await exampleOf(folder));
    }
    await compile(root, '--skipLibCheck', ...publicFolders.map((folder) => join(builtIn(folder), 'example.ts')));
  });

  after(async () => {
    for (const folder of [...publicFolders.map(builtIn), emptyFolder]) await rm(folder, { recursive: true });
  });

  for (const folder of publicFolders) {
    it(`${folder} has an example that compiles, runs and prints the output in its comments`, async () => {
      const promised = promisedBy(await exampleOf(folder));
      const printed = await run(emptyFolder, process.execPath, [join(builtIn(folder), 'example.js')], serviceAtHand);
      if (promised === '') expect(printed).to.match(passed);
      else expect(onOneLine(printed)).to.equal(onOneLine(promised));
    });

    it(`${folder} lists exactly the exported values`, async () => {
      const readme = await readmeOf(folder);
      const tables = readme.slice(readme.indexOf('## What is where')).replace(/\n## (?!What is where)[\s\S]*/, '');
      const named = [...tables.matchAll(/`([A-Za-z]\w*)`/g)].map(([, name = '']) => name);
      const entries = await entriesOf(folder);
      const modules = await Promise.all(entries.map(([specifier]) => import(specifier)));
      const values = modules.flatMap((module) => Object.keys(module)).filter((name) => !isGenerated(name));
      expect(values.filter((name) => !named.includes(name))).to.deep.equal([]);
      const words = new Set(entries.flatMap(([, text]) => text.match(/\w+/g) ?? []));
      expect(named.filter((name) => !words.has(name))).to.deep.equal([]);
    });
  }
});
