import { run } from './commands/program.ts';

/** What `npm start` runs: `portcullis start`. */
process.exitCode = await run(['start', ...process.argv.slice(2)]);
