import { createRequire } from 'node:module';

/**
 * A process imports this file before its own code. When the process exits, the file prints the packages of which
 * CommonJS modules were loaded. Packages of which only ES modules were loaded are not printed.
 */
const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const names = Object.keys(cache).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  process.stderr.write(`loaded: ${[...new Set(names)].join(' ')}\n`);
});
