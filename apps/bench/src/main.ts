import { bench, say } from './bench.ts';
import { readOptions } from './options.ts';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  const held = await bench(options);
  if (!held) process.exitCode = 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
