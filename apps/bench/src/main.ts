import { bench, say } from './bench.ts';
import { growth } from './growth.ts';
import { readOptions, type Options } from './options.ts';
import { search } from './search.ts';
import { startup } from './startup.ts';

/**
 * Runs the selected measurement.
 * @returns false if `--assert` is set and `bench` finds a missed goal or an error; other measurements return true
 */
async function run(options: Options): Promise<boolean> {
  if (options.search) await search(options);
  else if (options.growth) await growth(options);
  else if (options.startup) await startup(options);
  else return bench(options);
  return true;
}

try {
  if (!(await run(readOptions(process.argv.slice(2), process.env)))) process.exitCode = 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
