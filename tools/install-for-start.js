// Installs the packages that `npm start` needs: the service and the compiler. Linters and test tools, which are a third
// of the download, are not installed, but stay if `npm run setup` has installed them.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scope = existsSync(`${root}node_modules/mocha`) ? '' : ' --prod';
try {
  execSync(`npm run -s pnpm -- install --frozen-lockfile${scope}`, { cwd: root, stdio: 'inherit' });
} catch {
  // The failed command has already printed the reason.
  process.exitCode = 1;
}
