// Installs what `npm start` needs: the service and the compiler. Linters and test tools stay away, which is a third of the
// download, and so does OpenTelemetry unless the argument `tracing` asks for it. Both are kept where they are installed already, so
// that a start does not undo `npm run setup` or `npm run setup:tracing`.
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
  // It is no part of `npm run build:start`, which must work without it.
  if (hasTracing && !hasTests) run(`npx tsc -b ${tracing}/tsconfig.product.json`);
} catch {
  // The command has printed the reason.
  process.exitCode = 1;
}
