import { InvalidArgumentError, Option, type Command } from 'commander';
import { examples } from './help.ts';
import { lazily } from './lazily.ts';
import type { Terminal } from './terminal.ts';

const past = 'a date or time in the past, in UTC, such as 2026-01-01';
const before = ['--before <date>', past, pastTimestamp] as const;

/** Adds the commands that export and remove audit records. */
export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program.command('audit').description('Export and remove old audit records (docs/operations.md).');
  audit
    .command('export')
    .description('Write the audit records before a date to standard output, one JSON object a line, the oldest first.')
    .requiredOption(...before)
    .addHelpText('after', examples('portcullis audit export --before 2026-01-01 > audit-before-2026.ndjson'))
    .action(lazily(terminal, async () => (await import('./records.ts')).exportAudit));
  addRemoval(
    audit,
    'audit records',
    lazily(terminal, async () => (await import('./records.ts')).removeAudit),
  );
}

/** Adds the commands that export and remove events. */
export function addEventCommands(program: Command, terminal: Terminal): void {
  const events = program.command('events').description('Export and remove events (docs/operations.md).');
  events
    .command('export')
    .description('Write the events to standard output, one JSON object a line, the oldest first.')
    .option('--from <date>', `only events of this time or later: ${past}`, pastTimestamp)
    .option('--to <date>', `only events of this time or earlier: ${past}`, pastTimestamp)
    .addOption(new Option('--before <date>', `only earlier events: ${past}`).argParser(pastTimestamp).conflicts('to'))
    .addHelpText(
      'after',
      examples(
        'portcullis events export --before 2026-01-01 > events-before-2026.ndjson',
        'portcullis events export --from 2026-01-01 --to 2026-01-31T12:00:00Z',
      ),
    )
    .action(lazily(terminal, async () => (await import('./records.ts')).exportEvents));
  addRemoval(
    events,
    'events',
    lazily(terminal, async () => (await import('./records.ts')).removeEvents),
  );
}

function addRemoval(group: Command, records: string, remove: Parameters<Command['action']>[0]): void {
  const command = `portcullis ${group.name()} remove --before 2026-01-01`;
  group
    .command('remove')
    .description(
      `Permanently remove the months of ${records} that end at or before a date. Only the owner of the tables can do this.`,
    )
    .requiredOption(...before)
    .option('--dry-run', 'list the months without removing them')
    .addHelpText('after', examples(`DATABASE_OWNER_URL=postgres://owner@… ${command} --dry-run`))
    .action(remove);
}

function pastTimestamp(text: string): Date {
  const timestamp = new Date(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text) ? text : Number.NaN);
  // The parser reads a day that the calendar does not have, such as 31 February, as a day of the next month.
  if (timestamp.getTime() <= Date.now() && timestamp.toISOString().startsWith(text.slice(0, 10))) return timestamp;
  throw new InvalidArgumentError('It takes a date in the past, such as 2026-01-01 or 2026-01-01T12:00:00Z.');
}
