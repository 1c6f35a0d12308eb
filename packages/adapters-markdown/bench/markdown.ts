import { load } from './load.ts';
import { compare } from './speed.ts';
import { throughput } from './throughput.ts';

/** `pnpm bench:markdown` compares and measures each kind of document; with `--load` it reads from a server meanwhile. */
if (process.argv.includes('--load')) {
  await load();
} else {
  compare();
  await throughput();
}
