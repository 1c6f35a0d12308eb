import { parseArgs } from 'node:util';
import type { Times } from './drive.ts';
import type { Sizes } from './data.ts';
import { userCountOf } from './fixture.ts';

export interface Options {
  readonly adminUrl: string;
  readonly quick: boolean;
  readonly rounds: number;
  readonly only: string | undefined;
  readonly koa: boolean;
  readonly naive: boolean;
  readonly startup: boolean;
  readonly growth: boolean;
  readonly search: boolean;
  /** Whether the measurements of growth and of the search also use a million rows. */
  readonly full: boolean;
  readonly json: string | undefined;
  readonly assert: boolean;
  readonly times: Times;
}

export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    // npm and pnpm may forward the `--` that separates their own options from the options of this program.
    args: args.filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string' },
      koa: { type: 'boolean', default: false },
      naive: { type: 'boolean', default: false },
      startup: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      json: { type: 'string' },
      assert: { type: 'boolean', default: false },
    },
  });
  const { DATABASE_URL: adminUrl } = environment;
  if (adminUrl === undefined)
    throw new Error('DATABASE_URL must name a PostgreSQL server on which a database can be created.');
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5));
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) throw new Error('--rounds takes 1 to 100.');
  return {
    adminUrl,
    quick: values.quick,
    rounds,
    only: values.only,
    koa: values.koa,
    naive: values.naive,
    startup: values.startup,
    growth: positionals.includes('growth'),
    search: positionals.includes('search'),
    full: values.full,
    json: values.json,
    assert: values.assert,
    times: values.quick ? { warmMs: 100, measureMs: 300 } : { warmMs: 500, measureMs: 2000 },
  };
}

const administrators = 3000;

/**
 * The table sizes. Quick runs use the same sizes, because the speed of the list of contents, compared with the
 * baseline, depends on the number of contents.
 */
export const sizes: Sizes = {
  users: userCountOf(administrators),
  administrators,
  permissions: 80,
  contents: 100_000,
  taggedContents: 1000,
  auditRecords: 0,
};
