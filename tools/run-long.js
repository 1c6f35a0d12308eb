// Runs one of the long suites, which are not part of `npm run test:all`: npm run test:long -- NAME [options of Mocha].
// Without a name, it lists them. They measure time or start many programs, so they need an otherwise idle machine.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const minute = 60_000;
const mocha = (timeout, ...files) => ['npx', 'mocha', '--timeout', String(timeout), ...files];
const node = (file) => ['node', '--enable-source-maps', file];

/** @type {Readonly<Record<string, { about: string; command: string[]; before?: string[] }>>} */
const suites = {
  cluster: {
    about: 'three PostgreSQL servers that fail in turn under mixed load, upgrades and restores (CLUSTER_MINUTES=20)',
    before: ['node', 'tools/install-programs.js', 'cluster'],
    command: mocha(120 * minute, 'apps/*/dist/faults/cluster/*.test.js'),
  },
  console: {
    about: 'journeys of users through the console in Chromium: accessibility, sizes, themes, conflicts',
    command: mocha(3 * minute, 'apps/server/dist/journeys/**/*.test.js'),
  },
  'console-stress': {
    about: 'how fast the console is with thousands of rows on a slow processor',
    command: mocha(15 * minute, 'apps/server/dist/console-stress/**/*.test.js'),
  },
  docs: {
    about: 'all code blocks of the pages that readers follow, in a clone of the last commit',
    command: mocha(15 * minute, 'apps/docs/dist/blocks/**/*.test.js'),
  },
  faults: {
    about: 'PostgreSQL and the service are killed, stopped, frozen or locked under load',
    command: mocha(15 * minute, 'apps/*/dist/faults/*.test.js'),
  },
  'front-ends': {
    about: 'soybean-admin and vben, built from their public sources, in Chromium',
    command: node('apps/front-ends/dist/src/main.js'),
  },
  gateways: {
    about: 'hostile requests behind nginx and Caddy, and behind the guard with four frameworks',
    before: ['node', 'tools/install-programs.js', 'gateways'],
    command: mocha(60 * minute, 'apps/*/dist/gateways/**/*.test.js'),
  },
  markdown: {
    about: 'the speed of conversions of Markdown, beside the plain libraries',
    command: node('packages/adapters-markdown/dist/bench/markdown.js'),
  },
  mcp: {
    about: 'the public conformance suite of the Model Context Protocol, which npx downloads',
    command: mocha(5 * minute, 'packages/mcp/dist/long/**/*.test.js'),
  },
  media: {
    about: '1,000 hostile files, large pictures, and kills during uploads',
    command: mocha(
      60 * minute,
      'packages/adapters-media/dist/long/**/*.test.js',
      'apps/server/dist/uploads/**/*.test.js',
    ),
  },
  mutation: {
    about: 'whether the tests of domain and application notice mutants of their code (Stryker)',
    // Stryker supports only this older version of Mocha, so the three are not packages of the workspace.
    command: [
      ...['npx', '-y', '-p', '@stryker-mutator/core@9.6.1', '-p', '@stryker-mutator/mocha-runner@9.6.1'],
      ...['-p', 'mocha@11.7.5', 'stryker', 'run', 'tools/stryker.config.json'],
    ],
  },
  'planted-faults': {
    about: 'whether the tests detect faults that are added to the adapters and the server',
    command: node('apps/server/dist/stress/planted-faults/run.js'),
  },
  publish: {
    about: 'whether the packed packages can be published, installed and used outside the repository',
    command: mocha(15 * minute, 'apps/server/dist/test/packages.check.js', 'apps/server/dist/published/**/*.test.js'),
  },
  scale: {
    about: 'two servers, nginx, a primary with a replica, PgBouncer and Redis, with failures under load',
    command: mocha(5 * minute, 'apps/*/dist/scale/**/*.test.js'),
  },
  screenshots: {
    about: 'takes the pictures of the README',
    command: node('apps/server/dist/journeys/screenshots.js'),
  },
  soak: {
    about: 'one process under mixed load: memory, file descriptors and pool do not grow (-- --minutes 30)',
    command: node('apps/server/dist/soak/run.js'),
  },
  stress: {
    about: 'races, revocation, schedules, hidden texts, slow and hostile clients, shutdown under load',
    command: mocha(15 * minute, 'apps/*/dist/stress/**/*.test.js'),
  },
};

const [name = '', ...options] = process.argv.slice(2);
const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;

/** @param {readonly string[]} command */
const run = ([program = '', ...args]) => {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (suite === undefined) {
  const width = Math.max(...Object.keys(suites).map(({ length }) => length));
  const lines = Object.entries(suites).map(([each, { about }]) => `  ${each.padEnd(width)}  ${about}`);
  process.stdout.write(`npm run test:long -- NAME\n\n${lines.join('\n')}\n`);
  process.exit(name === '' ? 0 : 2);
}
run(['npm', 'run', '-s', 'setup']);
run(['npm', 'run', '-s', 'build']);
if (suite.before !== undefined) run(suite.before);
run([...suite.command, ...options]);
