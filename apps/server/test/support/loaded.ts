import { createRequire } from 'node:module';

/** This file is loaded into a process before its own code. When the process exits, it prints which packages were loaded. */
const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const names = Object.keys(cache).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  process.stderr.write(`loaded: ${[...new Set(names)].join(' ')}\n`);
});
