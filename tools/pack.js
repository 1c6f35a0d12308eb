// Compiles the packages, unless `--built` says that they are, and packs them into a folder beside the repository, or into the
// folder that `--pack-destination` names. Packages of earlier versions are removed from the folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { 'pack-destination': { type: 'string' }, built: { type: 'boolean' } } });
const destination = resolve(values['pack-destination'] ?? join(root, '../portcullis-packages'));
const npm = (...args) => execFileSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: 'inherit' });

if (values.built !== true) {
  npm('setup');
  npm('build');
}
mkdirSync(destination, { recursive: true });
for (const name of readdirSync(destination))
  if (/^(?:create-portcullis|portcullis-[a-z-]+)-\d.*\.tgz$/.test(name)) rmSync(join(destination, name));
const folders = ['--filter', './packages/*', '--filter', '@portcullis/server'];
npm('pnpm', '--', '--recursive', '--silent', ...folders, 'pack', '--pack-destination', destination);
if (values.built !== true) console.log(`The packages are in ${destination}.`);
