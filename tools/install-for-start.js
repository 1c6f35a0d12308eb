// Installs the packages that `npm start` needs: the service and the compiler. Linters and test tools, which are a third
// of the download, are not installed. An optional package is installed only if its argument is given or its variable is
// set, also in `.env`. Packages that are already installed stay, so that a start does not undo `npm run setup` or
// `npm run setup:tracing`.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const optional = [
  { argument: 'tracing', folder: 'packages/adapters-tracing' },
  { argument: 'mail', variable: 'SMTP_URL', folder: 'packages/adapters-smtp' },
  { argument: 's3', variable: 'MEDIA_S3_BUCKET', folder: 'packages/adapters-s3' },
  { argument: 'providers', variable: 'OIDC_PROVIDERS', folder: 'packages/adapters-identity' },
];
const settings = {
  ...(existsSync(`${root}.env`) ? parseEnv(readFileSync(`${root}.env`, 'utf8')) : {}),
  ...process.env,
};
const isNeeded = ({ argument, variable, folder }) =>
  process.argv.includes(argument) ||
  (variable !== undefined && (settings[variable] ?? '') !== '') ||
  existsSync(`${root}${folder}/node_modules`);

const run = (command) => execSync(command, { cwd: root, stdio: 'inherit' });
const hasTests = existsSync(`${root}node_modules/mocha`);
const needed = optional.filter(isNeeded);
const filters = optional.filter((each) => !needed.includes(each)).map(({ folder }) => `--filter=!./${folder}`);
const scope = hasTests ? [] : ['--prod', ...filters];
try {
  run(['npm run -s pnpm -- install --frozen-lockfile', ...scope].join(' '));
  // The optional packages are not part of `npm run build:start`, which must work without them.
  const projects = needed.map(({ folder }) => `${folder}/tsconfig.product.json`);
  if (projects.length > 0) run(['npx tsc -b', ...projects].join(' '));
} catch {
  // The failed command has already printed the reason.
  process.exitCode = 1;
}
