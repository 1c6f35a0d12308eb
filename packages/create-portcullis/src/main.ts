#!/usr/bin/env node
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CannotCreate, createProject } from './create-project.ts';

const usage = `Usage: npm create portcullis [FOLDER] [-- --prefix PREFIX] [--packages FOLDER]

Makes a project with a service on Portcullis and one resource of its own. FOLDER must be empty or missing.

  --prefix PREFIX    the prefix of all names in the project (default: the letters of the name of the folder)
  --packages FOLDER  take the packages from the files in FOLDER, not from the registry
  --help             print this text
`;

/** Asks for the folder. Returns the default if the input ends without an answer. */
async function askForFolder(): Promise<string> {
  const defaultFolder = 'acme-service';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  const answer = await Promise.race([terminal.question(`Folder of the project (${defaultFolder}): `), ended]);
  terminal.close();
  return answer.trim() || defaultFolder;
}

try {
  const options = { prefix: { type: 'string' }, packages: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help === true) {
    process.stdout.write(usage);
  } else {
    if (positionals.length > 1) throw new CannotCreate(`There is one folder, not ${positionals.join(' and ')}.`);
    const folder = positionals[0] ?? (await askForFolder());
    createProject({ folder, prefix: values.prefix, packages: values.packages });
    process.stdout.write(`The project is in ${folder}. Next steps:\n\n  cd ${folder}\n  npm install\n  npm start\n`);
  }
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  if (!isUsage && !(error instanceof CannotCreate)) throw error;
  process.stderr.write(`${error.message}\n${isUsage ? usage : 'Nothing was written.\n'}`);
  process.exitCode = 2;
}
