import { writeFileSync } from 'node:fs';
import { casesOf, type Case } from './cases.ts';
import { benchFixtureOf, sessionCountOf } from './fixture.ts';
import { compare, etagsOf } from './compare.ts';
import { generate } from './data.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { setMenus } from './menus.ts';
import { sizes, type Options } from './options.ts';
import { benchPasswordHash } from './passwords.ts';
import { newSecret, programs, startServer, type ServerProcess } from './processes.ts';
import { missedGoals, table } from './report.ts';
import { runRounds, type CaseResult, type Targets } from './rounds.ts';

export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/**
 * Measures Portcullis and the servers with which it is compared, and prints the table of results.
 * @returns false if `--assert` is set and `missedGoals` returns a line
 */
export async function bench(options: Options): Promise<boolean> {
  const results = await withDatabase(options.adminUrl, (database) => measure(database, options));
  process.stdout.write(`${table(results)}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  if (!options.assert) return true;
  const faults = missedGoals(results);
  for (const fault of faults) say(fault);
  return faults.length === 0;
}

async function measure({ url, client }: BenchDatabase, options: Options): Promise<readonly CaseResult[]> {
  const secret = newSecret();
  const environment = { DATABASE_URL: url, JWT_SECRET: secret };
  const running: ServerProcess[] = [];
  const start = async (program: string) => {
    const server = await startServer(program, environment);
    running.push(server);
    return server;
  };
  try {
    const ours = await start(programs.portcullis);
    say('generating the data');
    await generate(client, sizes, { passwordHash: await benchPasswordHash(), withSession: sessionCountOf(sizes) });
    const baseline = await start(programs.baseline);
    const baselineInKoa = options.koa ? await start(programs.baselineInKoa) : undefined;
    const naive = options.naive ? await start(programs.naive) : undefined;
    const cast = benchFixtureOf(secret, sizes);
    const all = casesOf(cast, { ours: await etagsOf(ours, cast.slugs), baseline: await etagsOf(baseline, cast.slugs) });
    const cases = all.filter(({ name }) => options.only === undefined || name === options.only);
    if (cases.length === 0) throw new Error(`--only takes one of ${all.map(({ name }) => name).join(', ')}.`);
    const targets: Targets = { ours, baseline, baselineInKoa, naive };
    await compareAll(cases, targets, (menus) => setMenus(client, menus));
    return await runRounds(cases, targets, { ...options, db: client }, say);
  } finally {
    for (const server of running) await server.stop();
  }
}

async function compareAll(
  cases: readonly Case[],
  { ours, baseline }: Targets,
  setTo: (menus: number) => Promise<void>,
): Promise<void> {
  for (const each of cases) {
    await setTo(each.menus);
    for (const rival of each.rivals) await compare(ours, baseline, each, rival);
  }
  say('the responses of Portcullis and the baseline are equal');
}
