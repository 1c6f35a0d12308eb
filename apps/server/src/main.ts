import { run } from './commands/program.ts';

/** `npm start` runs this file. It does the same as `portcullis start`. */
process.exitCode = await run(['start', ...process.argv.slice(2)]);
