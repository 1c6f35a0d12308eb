// Installs what `npm start` needs: the service and the compiler. Linters and test tools stay away, which is a third of the
// download. They are kept where they are installed already, so that a start does not undo `npm run setup`.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scope = existsSync(`${root}node_modules/mocha`) ? '' : '--prod';
try {
  execSync(`npm run -s pnpm -- install --frozen-lockfile ${scope}`, { cwd: root, stdio: 'inherit' });
} catch {
  // pnpm has printed the reason.
  process.exitCode = 1;
}
