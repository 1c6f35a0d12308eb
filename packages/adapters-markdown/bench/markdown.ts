import { load } from './load.ts';
import { compare, weigh } from './speed.ts';

/** `pnpm bench:markdown` compares and weighs; with `--load` it reads from a server meanwhile. */
if (process.argv.includes('--load')) {
  await load();
} else {
  compare();
  await weigh();
}
