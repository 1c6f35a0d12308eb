import { run } from './commands/program.ts';

/** `npm start` runs this file, which is the same as `portcullis start`. */
process.exitCode = await run(['start', ...process.argv.slice(2)]);
