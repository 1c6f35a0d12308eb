import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { build } from 'esbuild';
import { publint } from 'publint';
import { root } from './architecture/files.ts';
import { compile, exampleOf, manifestOf, passed, publicFolders, readmeOf } from './support/readmes.ts';
import { run } from './support/run.ts';
import { packPackages, type Tarballs } from './support/tarballs.ts';

/**
 * Returns whether a problem of a package concerns ES modules. Problems of CommonJS are ignored, because the packages
 * contain only ES modules.
 */
const isOfModules = (problem: Problem): boolean =>
  !('resolutionKind' in problem) || problem.resolutionKind === 'node16-esm' || problem.resolutionKind === 'bundler';

/** The largest size of a tarball. That of the server contains the console with its editor and icons. */
const maxBytesOf = (folder: string): number => (folder === 'apps/server' ? 2 : 1) * 1024 * 1024;

/** Options of `runInNewContext` that omit the source of the program from error messages. */
const quietly = { displayErrors: false };

/** The tests use the packages in the form in which they would be published. */
describe('Packed, each package', () => {
  let tarballs: Tarballs;
  const contentsOf = async (folder: string) => new Uint8Array(await readFile(tarballs.of(folder)));
  /** Returns the paths in a tarball. */
  const filesOf = async (folder: string): Promise<readonly string[]> =>
    (await run(root, 'tar', ['--list', '--gzip', '--file', tarballs.of(folder)])).split('\n');

  before(async () => {
    tarballs = await packPackages();
  });

  for (const folder of publicFolders) {
    it(`${folder} declares ES modules without side effects, their types, and the versions of Node`, async () => {
      const { type, sideEffects, exports, engines } = await manifestOf(folder);
      expect({ type, sideEffects }).to.deep.equal({ type: 'module', sideEffects: false });
      expect(engines).to.deep.equal((await manifestOf('.')).engines);
      for (const entry of Object.values(exports)) expect(Object.keys(entry)).to.deep.equal(['types', 'default']);
    });

    it(`${folder} could be published: it has a description, a licence and a README, and depends on versions`, async () => {
      const packed = await run(root, 'tar', ['-xzOf', tarballs.of(folder), 'package/package.json']);
      const { license, description = '', publishConfig, ...manifest } = JSON.parse(packed);
      expect({ license, publishConfig }).to.deep.equal({
        license: 'MIT',
        publishConfig: { access: 'public', provenance: true },
      });
      expect(description).to.match(/^[A-Z].{20,110}$/);
      expect(manifest).not.to.have.property('private');
      expect(packed).not.to.include('workspace:');
      expect(await filesOf(folder)).to.include.members(['package/LICENSE', 'package/README.md']);
      expect((await stat(tarballs.of(folder))).size).to.be.below(maxBytesOf(folder));
    });

    it(`${folder} passes publint`, async () => {
      const { buffer: tarball } = await contentsOf(folder);
      const { messages } = await publint({ pack: { tarball }, strict: true });
      expect(messages).to.deep.equal([]);
    });

    it(`${folder} resolves with its types in every module mode (are-the-types-wrong)`, async () => {
      const found = await checkPackage(createPackageFromTarballData(await contentsOf(folder)));
      expect(found.types).to.deep.equal({ kind: 'included' });
      expect('problems' in found && found.problems.filter(isOfModules)).to.deep.equal([]);
    });
  }

  it('apps/server contains the built console, but does not depend on the package of the console', async () => {
    const files = await filesOf('apps/server');
    expect(files).to.include('package/dist/console/index.html');
    const { dependencies } = JSON.parse(await readFile(join(root, 'apps/server/package.json'), 'utf8'));
    expect(dependencies).not.to.have.property('@portcullis/console');
  });

  it('packages/adapters-http contains the API document, and the examples that a service reads', async () => {
    const files = await filesOf('packages/adapters-http');
    expect(files).to.include.members(['package/openapi.json', 'package/examples.json']);
  });

  it('packages/client contains the generated types', async () => {
    const files = await filesOf('packages/client');
    const generated = ['openapi.d.ts', 'keyed-paths.js', 'request-fields.js'].map((file) => `package/dist/src/${file}`);
    expect(files).to.include.members(generated);
  });

  it('refuses to be packed while it is not compiled', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'portcullis-'));
    const failure = await run(empty, process.execPath, [join(root, 'tools/require-dist.js')]).catch(String);
    expect(failure).to.include('npm run pack');
    await rm(empty, { recursive: true });
  });

  it('packages/front-end-kits contains the files and the command for soybean-admin, which prints its usage', async () => {
    const files = await filesOf('packages/front-end-kits');
    expect(files).to.include('package/front-ends/soybean/src/service/api/portcullis.ts');
    const command = join(root, 'packages/front-end-kits/dist/src/soybean/apply/main.js');
    expect(await run(root, process.execPath, [command]).catch(String)).to.include('Usage: portcullis-soybean apply');
    const unknown = await run(root, process.execPath, [command, 'apply', root, '--all']).catch(String);
    expect(unknown).to.include('Usage: portcullis-soybean apply').and.not.include('node:internal');
    const refusal = await run(root, process.execPath, [command, 'apply', root, '--yes']).catch(String);
    expect(refusal).to.include('is not soybean-admin, but portcullis.').and.include('Nothing was changed.');
  });

  describe('of the core, in an empty project without the other packages', () => {
    let project: string;
    let installed: string;

    before(async () => {
      project = await mkdtemp(join(tmpdir(), 'portcullis-'));
      installed = join(project, 'node_modules/@portcullis');
      await writeFile(join(project, 'package.json'), '{ "type": "module" }');
      const core = ['packages/domain', 'packages/application', 'packages/testing'].map(tarballs.of);
      await run(project, 'npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...core]);
    });
    after(() => rm(project, { recursive: true }));

    it('compiles with checked declarations, and a use case passes its test with the in-memory repositories', async () => {
      expect(await readdir(join(project, 'node_modules'))).to.have.members(['.package-lock.json', '@portcullis']);
      await writeFile(join(project, 'example.ts'), await exampleOf('packages/application'));
      await compile(project, 'example.ts');
      expect(await run(project, process.execPath, ['example.js'])).to.match(passed);
    });

    it('has the sources that its source maps name', async () => {
      for (const map of ['domain/dist/src/index.js.map', 'testing/dist/src/index.d.ts.map']) {
        const { sources }: { sources: readonly string[] } = JSON.parse(await readFile(join(installed, map), 'utf8'));
        expect(sources.map((source) => existsSync(join(installed, dirname(map), source)))).to.deep.equal([true]);
      }
    });

    /** Bundles and minifies a program for a browser. */
    async function bundle(program: string): Promise<string> {
      const { outputFiles } = await build({
        stdin: { contents: program, resolveDir: project },
        bundle: true,
        minify: true,
        write: false,
        platform: 'browser',
        format: 'iife',
        globalName: 'portcullis',
      });
      return outputFiles[0]?.text ?? '';
    }

    it('domain bundles for the browser', async function () {
      const sources = await readdir(join(installed, 'domain/dist/src'), { recursive: true });
      const files = sources.filter((file) => /(?<!index)\.js$/.test(file));
      const whole = await bundle(
        files.map((file) => `export * from '@portcullis/domain/internal/${file.slice(0, -'.js'.length)}';`).join('\n'),
      );
      const [bytes, zipped] = [Buffer.byteLength(whole), gzipSync(whole).length];
      if (this.test) this.test.title += ` to ${bytes} bytes minified, ${zipped} gzipped`;
      const [, most, mostZipped] =
        /less than (\d+) KB\s+minified\D+(\d+) KB gzipped/.exec(await readmeOf('packages/domain')) ?? [];
      expect(bytes).to.be.below(Number(most) * 1024);
      expect(zipped).to.be.below(Number(mostZipped) * 1024);
      // The context has only the built-in objects of the language: no `process`, no `Buffer`, no `window`.
      const roots: unknown = runInNewContext(
        `${whole}; portcullis.menuTree(portcullis.builtInMenus).length`,
        {},
        quietly,
      );
      expect(roots).to.equal(4);
    });

    it('domain is tree-shaken: a bundle contains only the code that a program uses', async () => {
      expect((await bundle(`export { isId } from '@portcullis/domain'`)).length).to.be.below(1024);
    });
  });
});
