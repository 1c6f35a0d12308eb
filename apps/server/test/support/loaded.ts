import { createRequire } from 'node:module';

/** A process imports this file before its own code. The file prints the loaded packages when the process exits. */
const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const names = Object.keys(cache).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  process.stderr.write(`loaded: ${[...new Set(names)].join(' ')}\n`);
});
