import { mailLanguages } from '@portcullis/domain';
import { Option, type Command } from 'commander';
import { examples } from './help.ts';
import type { ImportUsersOptions } from './import-users.ts';
import type { Terminal } from './terminal.ts';

/** Adds the commands that import users and contents of another product to the command `import`. */
export function addImportCommands(importCommand: Command, terminal: Terminal): void {
  importCommand
    .command('users')
    .summary('Import users of another product.')
    .description(
      'Import users of another product from a CSV or NDJSON file with their password hashes (docs/guides/moving-in.md). ' +
        'All rows are checked before the first one is written. If the import is interrupted, run it again.',
    )
    .argument('<file>', 'file whose name ends in .csv, .ndjson or .jsonl')
    .option('--dry-run', 'only check the rows')
    .option('--invite', 'send each user without a password hash a link for choosing a password')
    .addOption(new Option('--language <language>', 'language of these mails').choices(mailLanguages).default('en'))
    .option('--report <file>', 'write the outcome of each row to this file, one JSON object a line')
    .addHelpText(
      'after',
      examples('portcullis import users users.csv --dry-run', 'portcullis import users users.ndjson --invite'),
    )
    .action(async (file: string, options: ImportUsersOptions) =>
      (await import('./import-users.ts')).importUsersFrom(terminal, file, options),
    );
}
