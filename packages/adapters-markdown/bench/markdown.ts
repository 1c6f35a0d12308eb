import { load } from './load.ts';
import { compare } from './speed.ts';
import { throughput } from './throughput.ts';

/** `pnpm bench:markdown` measures conversions. With `--load`, it measures a server while documents are converted. */
if (process.argv.includes('--load')) {
  await load();
} else {
  compare();
  await throughput();
}
