import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { CannotCreate, createProject, projectFiles } from '../src/index.ts';

describe('A new project', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'portcullis-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('has no name of the template, and a timestamp of its own', () => {
    const files = projectFiles({ name: 'shop-service', prefix: 'shop', since: 1790000000000 });
    expect(Object.keys(files)).to.include.members(['package.json', '.gitignore', '.env', 'src/projects.ts']);
    const texts = Object.values(files).join('\n');
    expect(texts).to.not.match(/acme|1795280000000/i);
    expect(texts).to.include("name: 'shop.project'").and.include('since: 1790000000000');
    expect(files['src/projects.ts']?.split('\n').length).to.be.below(60);
  });

  it('needs this version of the packages', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const files = projectFiles({ name: 'shop-service', prefix: 'shop', since: 0 });
    const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '');
    const names = ['@portcullis/server', '@portcullis/client', '@portcullis/testing'];
    const all = { ...dependencies, ...devDependencies };
    expect(names.map((name) => all[name])).to.deep.equal(names.map(() => `^${version}`));
    expect(files['src/projects.ts']).to.include(`fits: '^${version}'`);
  });

  it('gets its packages from a folder, if one is given', () => {
    const packages = join(parent, 'packages');
    const names = ['portcullis-server-1.0.0.tgz', 'portcullis-domain-1.0.0.tgz', 'portcullis-guard-1.0.0.tgz'];
    const folder = createProject({ folder: join(parent, 'shop'), packages: folderWith(packages, names) });
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest.name).to.equal('shop');
    expect(manifest.dependencies).to.deep.equal({
      '@portcullis/server': 'file:packages/portcullis-server-1.0.0.tgz',
      '@portcullis/domain': 'file:packages/portcullis-domain-1.0.0.tgz',
    });
    expect(readdirSync(join(folder, 'packages'))).to.have.members(names.slice(0, 2));
  });

  it('is not made in a folder with files, or with a name that is not allowed, or without packages', () => {
    const full = createProject({ folder: join(parent, 'full') });
    const refused = [
      [{ folder: full }, 'is not empty'],
      [{ folder: join(parent, 'My Shop') }, 'is no name of a package'],
      [{ folder: join(parent, 'shop'), prefix: 'Shop' }, 'must consist of letters in lower case'],
      [{ folder: join(parent, 'shop'), packages: parent }, 'has no files of packages'],
      [{ folder: join(parent, 'shop'), packages: join(parent, 'none') }, 'has no files of packages'],
    ] as const;
    for (const [project, message] of refused) expect(() => createProject(project)).to.throw(CannotCreate, message);
    expect(readdirSync(parent)).to.deep.equal(['full']);
  });

  it('is not made if several folders are named', () => {
    const program = fileURLToPath(new URL('../src/main.js', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, 'my', 'shop'], { cwd: parent, encoding: 'utf8' });
    expect([status, stderr]).to.deep.equal([2, 'There is one folder, not my and shop.\nNothing was written.\n']);
    expect(readdirSync(parent)).to.deep.equal([]);
  });

  function folderWith(folder: string, names: readonly string[]): string {
    mkdirSync(folder);
    for (const name of names) writeFileSync(join(folder, name), '');
    return folder;
  }
});
