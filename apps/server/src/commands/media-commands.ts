import { Option, type Command } from 'commander';
import { examples } from './help.ts';
import { lazily } from './lazily.ts';
import type { Terminal } from './terminal.ts';

/** Adds the commands for the bytes of uploaded files. */
export function addMediaCommands(portcullis: Command, terminal: Terminal): void {
  const media = portcullis.command('media').description('Check, rebuild and move uploaded files (docs/operations.md).');
  media
    .command('check')
    .summary('Compare the rows of files with the bytes in the store.')
    .description(
      'List files without bytes, bytes without a file, and bytes with a wrong checksum. Reads all bytes, and changes ' +
        'nothing. A fault makes the exit code 1.',
    )
    .option('--json', 'print the faults as JSON')
    .addHelpText('after', examples('portcullis media check', 'portcullis media check --json'))
    .action(lazily(terminal, async () => (await import('./media.ts')).checkFiles));
  media
    .command('rebuild')
    .summary('Make the variants of pictures again after MEDIA_PRESETS has changed.')
    .description(
      'Make the variants of all pictures that have variants of other presets than MEDIA_PRESETS, then remove the former ' +
        'variants. It can be interrupted, and run again.',
    )
    .addHelpText('after', examples('portcullis media rebuild'))
    .action(lazily(terminal, async () => (await import('./media.ts')).rebuild));
  media
    .command('move')
    .summary('Copy all files between the disk and the bucket.')
    .description(
      'Copy all files from the other store, and compare their checksums. It can be interrupted, and repeated while the ' +
        'service runs. The source keeps its files. MEDIA_STORE decides which store the service uses.',
    )
    .addOption(new Option('--to <store>', 'where the files are copied').choices(['disk', 's3']).makeOptionMandatory())
    .addHelpText('after', examples('MEDIA_S3_BUCKET=media portcullis media move --to s3'))
    .action(lazily(terminal, async () => (await import('./media.ts')).copyTo));
  media
    .command('claim')
    .summary('Make the folder or bucket that of this installation.')
    .description(
      'Make the folder or bucket that MEDIA_STORE names that of this installation, if the service refuses it: after its ' +
        'files were lost, or were restored without the file `store-id`.',
    )
    .addHelpText('after', examples('portcullis media claim'))
    .action(lazily(terminal, async () => (await import('./media.ts')).claim));
}
