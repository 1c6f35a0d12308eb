import { createRequire } from 'node:module';

/** Loaded into a process before its own code: tells at its end which packages it loaded. */
const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const names = Object.keys(cache).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  process.stderr.write(`loaded: ${[...new Set(names)].join(' ')}\n`);
});
