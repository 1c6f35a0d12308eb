// Installs what `npm start` needs: the service and the compiler. Linters and test tools, which are a third of the
// download, are not installed, nor is OpenTelemetry without the argument `tracing`. If they are installed already, they are
// kept, so that a start does not undo `npm run setup` or `npm run setup:tracing`.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracing = 'packages/adapters-tracing';
const hasTests = existsSync(`${root}node_modules/mocha`);
const hasTracing = process.argv.includes('tracing') || existsSync(`${root}${tracing}/node_modules`);
const run = (command) => execSync(command, { cwd: root, stdio: 'inherit' });
const scope = hasTests ? '' : hasTracing ? '--prod' : `--prod --filter=!./${tracing}`;
try {
  run(`npm run -s pnpm -- install --frozen-lockfile ${scope}`);
  // The tracing package is not part of `npm run build:start`, which must work without that package.
  if (hasTracing && !hasTests) run(`npx tsc -b ${tracing}/tsconfig.product.json`);
} catch {
  // The command has printed the reason.
  process.exitCode = 1;
}
