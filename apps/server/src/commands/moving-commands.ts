import { mailLanguages } from '@portcullis/domain/internal/accounts/mail-link';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { examples } from './help.ts';
import { lazily } from './lazily.ts';
import type { Terminal } from './terminal.ts';

/** Adds the options that imports of rows have. */
export const withImportOptions = (command: Command): Command =>
  command
    .option(
      '--skip-refused',
      'import the other rows, and write the refused rows with their reasons to <path>.refused.ndjson',
    )
    .option('--encoding <name>', 'encoding of the file, such as windows-1252; default: the declared one, or UTF-8')
    .addOption(
      new Option('--time-zone <name>', 'zone of times without a zone, such as Europe/Berlin')
        .argParser(timeZone)
        .default('UTC'),
    )
    .option('--report <file>', 'write the outcome of each row to this file, one JSON object a line');

function timeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('This is not the name of a time zone.');
  }
}

/** Adds the commands that import users and contents of another product to the command `import`. */
export function addImportCommands(importCommand: Command, terminal: Terminal): void {
  withImportOptions(importCommand.command('users'))
    .summary('Import users of another product.')
    .description(
      'Import users of another product from a CSV or NDJSON file with their password hashes (docs/guides/moving-in.md). ' +
        'All rows are checked before the first one is written. If the import is interrupted, run it again.',
    )
    .argument('<file>', 'file whose name ends in .csv, .ndjson or .jsonl')
    .option('--dry-run', 'only check the rows')
    .option('--invite', 'send each user without a password hash a link for choosing a password')
    .addOption(new Option('--language <language>', 'language of these mails').choices(mailLanguages).default('en'))
    .addHelpText(
      'after',
      examples('portcullis import users users.csv --dry-run', 'portcullis import users users.ndjson --invite'),
    )
    .action(lazily(terminal, async () => (await import('./import-users.ts')).importUsersFrom));
  withImportOptions(importCommand.command('contents'))
    .summary('Import contents of WordPress, Ghost or Markdown files.')
    .description(
      'Import contents with their dates, authors, categories and tags from a WordPress export (.xml), a Ghost export ' +
        '(.json), NDJSON, or a folder of Markdown files (docs/guides/moving-in.md). Pictures become files. All contents are checked before the ' +
        'first one is written. If the import is interrupted, run it again.',
    )
    .argument('<path>', 'folder, or file whose name ends in .xml, .json, .ndjson or .jsonl')
    .option('--dry-run', 'only check the contents')
    .addOption(
      new Option('--html <form>', 'convert HTML to Markdown, or keep it')
        .choices(['markdown', 'richtext'])
        .default('markdown'),
    )
    .option('--trust-html', 'do not sanitise the HTML of a file that this service exported')
    .option('--media <folder>', 'folder with the pictures; others are fetched from their addresses')
    .option('--no-pictures', 'leave pictures where they are')
    .option('--redirects <file>', 'write the earlier and the new path of each published content to this CSV file')
    .option('--redirect-base <path>', 'beginning of the new paths; the slug follows it', '/')
    .addHelpText(
      'after',
      examples(
        'portcullis import contents wordpress.xml --dry-run',
        'portcullis import contents ghost.json --redirects redirects.csv --redirect-base /posts/',
      ),
    )
    .action(lazily(terminal, async () => (await import('./import-contents.ts')).importContentsFrom));
}

/** Adds the commands that export users and contents to the command `export`. */
export function addExportCommands(exportCommand: Command, terminal: Terminal): void {
  exportCommand
    .command('users')
    .summary('Export users.')
    .description(
      'Write all users except service accounts to a new file that only you can read. Cells that a spreadsheet would ' +
        'calculate begin with an apostrophe, which `portcullis import users` removes.',
    )
    .argument('<file>', 'new file whose name ends in .csv, .ndjson or .jsonl')
    .option('--with-password-hashes', 'also write the password hashes')
    .addHelpText('after', examples('portcullis export users users.csv'))
    .action(lazily(terminal, async () => (await import('./export-users.ts')).exportUsersTo));
  exportCommand
    .command('contents')
    .summary('Export contents.')
    .description(
      'Write all contents to a new file in NDJSON or in the form of a WordPress export (.xml) or of a Ghost export ' +
        '(.json), or to a new folder of Markdown files with front matter (docs/guides/moving-in.md).',
    )
    .argument('<path>', 'new file whose name ends in .ndjson, .jsonl, .xml or .json, or new folder')
    .option('--media <folder>', 'write the files to which the contents refer to this new folder')
    .addHelpText('after', examples('portcullis export contents contents.ndjson', 'portcullis export contents posts'))
    .action(lazily(terminal, async () => (await import('./export-contents.ts')).exportContentsTo));
}
