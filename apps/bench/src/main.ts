import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { grow, growingRequests, type Sizes } from './growth.ts';
import { measure, type Measurement } from './measure.ts';
import { overload } from './overload.ts';
import { peersOf, type Contender } from './peers.ts';
import { createAccounts, createContents, requestsOf } from './requests.ts';
import { residentMb, start } from './service.ts';

const help = `npm run bench -- [options]
  --against PATH    another built checkout of Portcullis; without it, the usual stack, and peers of the environment
  --pairs NUMBER    rounds for each request (10)
  --seconds NUMBER  duration of each measurement (4)
  --connections N   requests at once (8)
  --only NAMES      names of requests, separated by commas
  --growth          each request with 1,000 rows of everything, and with the rows of GROWTH (users,roles,contents,events)
  --overload        more clients than the service can serve; reports whether every response is right
DATABASE_URL: the PostgreSQL server on which databases are created and dropped; unset: --overload uses an embedded one`;

const { values } = parseArgs({
  // npm and pnpm may forward the `--` that separates their own options from those of this program.
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '8' },
    only: { type: 'string' },
    overload: { type: 'boolean' },
    growth: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const load = { connections: Number(values.connections), duration: Number(values.seconds) };
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const server = 'apps/server/dist/src/main.js';
const ends: (() => Promise<unknown>)[] = [];
const options = {
  adminUrl: process.env['DATABASE_URL'],
  onEnd: (end: () => Promise<unknown>) => void ends.unshift(end),
};
const restMs = 5000;
const columns =
  'request | service | requests a second | ms CPU | ms CPU of PostgreSQL | errors | ratio | its lower quartile';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Returns the value below which the given share of the numbers lies, such as 0.5 for the median. */
const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;

async function compare(): Promise<void> {
  if (options.adminUrl === undefined) throw new Error('DATABASE_URL must name a PostgreSQL server.');
  const { against } = values;
  const contenders: Contender[] = [];
  const add = async (name: string, program: string) => {
    const service = await start(name, program, options);
    await sleep(restMs);
    say(`${name}: ${residentMb(service).toFixed(0)} MB at rest`);
    if (name !== 'usual') await createAccounts(service);
    await createContents(service);
    contenders.push({ service, requests: await requestsOf(service) });
  };
  await add('this', `${root}/${server}`);
  if (against !== undefined) await add('other', `${against}/${server}`);
  else await add('usual', `${root}/apps/bench/dist/src/usual.js`);
  if (against === undefined) contenders.push(...peersOf(process.env));
  await compareAll(contenders);
}

async function compareAll(contenders: readonly Contender[]): Promise<void> {
  say(`\n| ${columns} |\n| --- | --- | --- | --- | --- | --- | --- | --- |`);
  for (const name of Object.keys(contenders[0]?.requests ?? {})) {
    if (values.only?.split(',').includes(name) ?? true) await compareRequest(name, contenders);
  }
}

/** Compares a service with few rows and one with many. The ratio says how many times as many requests the first one serves. */
async function compareSizes(): Promise<void> {
  if (options.adminUrl === undefined) throw new Error('DATABASE_URL must name a PostgreSQL server.');
  const [users = 0, roles = 0, contents = 0, events = 0] = (process.env['GROWTH'] ?? '1000000,10000,1000000,10000000')
    .split(',')
    .map(Number);
  const few: Sizes = { users: 1000, roles: 100, contents: 1000, events: 1000 };
  const contenders: Contender[] = [];
  for (const [name, sizes] of Object.entries({ few, many: { users, roles, contents, events } })) {
    const service = await start(name, `${root}/${server}`, options);
    await createAccounts(service);
    await createContents(service, 500);
    const began = performance.now();
    await grow(service, sizes);
    say(`${name}: ${JSON.stringify(sizes)}, made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    contenders.push({ service, requests: await growingRequests(service) });
  }
  await compareAll(contenders);
}

/** Measures one request on all services, round by round. Each round begins with another service. */
async function compareRequest(name: string, contenders: readonly Contender[]): Promise<void> {
  const rows = contenders.flatMap(({ service, requests: { [name]: request } }) =>
    request === undefined ? [] : [{ service, request, results: [] as Measurement[] }],
  );
  for (const { service, request } of rows) await measure(service, request, { ...load, duration: 1 });
  for (let round = 0; round < Number(values.pairs); round += 1) {
    const rotated = [...rows.slice(round % rows.length), ...rows.slice(0, round % rows.length)];
    for (const { service, request, results } of rotated) results.push(await measure(service, request, load));
  }
  for (const { service, results } of rows) {
    const of = (key: keyof Measurement) => results.map((result) => result[key]);
    const ours = rows[0]?.results ?? [];
    const ratios = of('perSecond').map((theirs, round) => (ours[round]?.perSecond ?? Number.NaN) / theirs);
    const figures = [of('perSecond'), of('serverMs'), of('databaseMs')].map((each) => quantile(each, 0.5).toFixed(2));
    const errors = of('errors').reduce((sum, each) => sum + each, 0);
    const ratio = [0.5, 0.25].map((share) => quantile(ratios, share).toFixed(2));
    say(`| ${[name, service.name, ...figures, errors, ...ratio].join(' | ')} |`);
  }
}

try {
  if (values.help === true) say(help);
  else if (values.overload === true) await overload(`${root}/${server}`, load.duration, options);
  else if (values.growth === true) await compareSizes();
  else await compare();
} finally {
  for (const end of ends) await end();
}
