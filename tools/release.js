// Makes a release: sets the version of all packages, packs and checks them, commits and tags. With `--dry-run`, it does
// all this in a temporary clone of the last commit, and only says what it would tag and publish. Publishing itself is
// left to CI, because a provenance needs the identity of CI.
//
//   npm run release -- 1.0.0 --dry-run
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const repository = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
const [version = ''] = positionals;
const isDry = values['dry-run'] === true;

/** Licences of dependencies that ask for no more than their text. */
const licences = '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 PSF-2.0 Unlicense'.split(' ');
/** Libraries that a program loads at run time, unchanged, so that their licence does not concern the program. */
const loadedLibraries = /^@img\/sharp-libvips-/;
const published = ['--filter', './packages/*', '--filter', '@portcullis/server'];

const say = (text) => process.stdout.write(`${text}\n`);
const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

if (!/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version)) fail('Usage: npm run release -- X.Y.Z [--dry-run]');

const temporary = isDry ? mkdtempSync(join(tmpdir(), 'portcullis-release-')) : undefined;
process.once('exit', () => temporary && rmSync(temporary, { recursive: true }));
const root = temporary ? join(temporary, 'portcullis') : repository;
const output = (program, ...args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
const show = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: 'inherit' });
const pnpm = (...args) => ['npm', 'run', '--silent', 'pnpm', '--', '--recursive', ...args];

/** Runs one step, and says how it ended. */
function step(title, run) {
  say(`\n== ${title}`);
  try {
    say(`== ${title}: ${run() ?? 'done'}`);
  } catch (error) {
    fail(`== ${title}: failed. ${error.message}`);
  }
}

function setVersion() {
  const { version: previous } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
  if (previous === version) return `is ${version} already`;
  show(...pnpm('version', version, '--no-git-checks'));
  for (const place of JSON.parse(readFileSync(join(root, 'tools/version-places.json'), 'utf8'))) {
    const file = join(root, place);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(previous, version));
  }
  show('npm', 'run', '--silent', 'openapi');
  return `${previous} → ${version}`;
}

function checkLicences() {
  const found = JSON.parse(output(...pnpm('licenses', 'list', '--prod', '--json')));
  const others = Object.entries(found).filter(
    ([licence, packages]) => !licences.includes(licence) && packages.some(({ name }) => !loadedLibraries.test(name)),
  );
  for (const [licence, packages] of others) say(`${licence}: ${packages.map(({ name }) => name).join(', ')}`);
  if (others.length > 0) fail('These licences are not in the list of tools/release.js.');
  return Object.entries(found)
    .map(([licence, packages]) => `${packages.length} ${licence}`)
    .join(', ');
}

if (isDry) execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, root]);
else if (output('git', 'status', '--porcelain') !== '') fail('Commit all changes first.');
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} - `))
  fail(`CHANGELOG.md has no section ${version}.`);

const folder = temporary ? join(temporary, 'packages') : resolve(repository, `../portcullis-${version}`);
mkdirSync(folder, { recursive: true });
step('Install and compile', () => (show('npm', 'run', '--silent', 'setup'), show('npm', 'run', '--silent', 'compile')));
step('Version', setVersion);
step('Pack', () => show('npm', 'run', '--silent', 'pack', '--', '--pack-destination', folder));
step('publint, are-the-types-wrong, sizes, a start from the packages alone', () => {
  process.env.PACKED_PACKAGES = folder;
  const files = ['apps/server/dist/test/packages.check.js', 'apps/server/dist/published/**/*.test.js'];
  show('npx', 'mocha', '--reporter', 'dot', '--timeout', '900000', ...files);
});
step('Licences of dependencies', checkLicences);
step('SBOM (CycloneDX)', () => {
  show(
    ...pnpm(
      ...published,
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--prod',
      '--split',
      '--out',
      `${folder}/%s-%v.cdx.json`,
    ),
  );
});
step('Commit and tag', () => {
  if (isDry) return `would commit "chore: release ${version}" and tag it v${version}`;
  show('git', 'commit', '--all', '--quiet', '--message', `chore: release ${version}`);
  show('git', 'tag', `v${version}`, '--message', version);
  return `v${version}; push the commit and the tag`;
});
step('Publish', () => {
  output(...pnpm(...published, 'publish', '--dry-run', '--no-git-checks'));
  for (const name of readdirSync(folder))
    say(`${(statSync(join(folder, name)).size / 1024).toFixed(0).padStart(6)} kB  ${name}`);
  return isDry ? 'nothing was published' : `CI publishes with: pnpm ${[...published, 'publish'].join(' ')}`;
});
say(`\nPortcullis ${version}: every check has passed.`);
