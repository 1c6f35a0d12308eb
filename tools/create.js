// Makes a project from the packages of this clone after `npm run build`: npm run create -- ../shop-service --prefix shop
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = mkdtempSync(join(tmpdir(), 'portcullis-'));
const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
try {
  run('tools/pack.js', '--built', '--pack-destination', packages);
  run('packages/create-portcullis/dist/src/main.js', ...process.argv.slice(2), '--packages', packages);
} finally {
  rmSync(packages, { recursive: true });
}
