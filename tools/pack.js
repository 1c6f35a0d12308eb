// Packs the packages, beside the repository unless --pack-destination names another folder. A clone that is not compiled yet is
// compiled first, because a package without its `dist` installs and then fails.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { 'pack-destination': { type: 'string' } } });
const destination = resolve(values['pack-destination'] ?? join(root, '../portcullis-packages'));
const npm = (...args) => execFileSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: 'inherit' });

if (!existsSync(join(root, 'packages/client/dist/src/index.js')) || !existsSync(join(root, 'apps/console/dist/site'))) {
  npm('setup');
  npm('build');
}
mkdirSync(destination, { recursive: true });
const folders = ['--filter', './packages/*', '--filter', '@portcullis/server'];
npm('pnpm', '--', '--recursive', ...folders, 'pack', '--pack-destination', destination);
