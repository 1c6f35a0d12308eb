import { load } from './load.ts';
import { compare } from './speed.ts';
import { throughput } from './throughput.ts';

/**
 * `npm run test:long -- markdown` measures conversions. `npm run test:long -- markdown --load` measures a server while documents
 * are converted.
 */
if (process.argv.includes('--load')) {
  await load();
} else {
  compare();
  await throughput();
}
