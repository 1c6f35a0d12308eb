import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportedUser } from '@portcullis/application/internal/ports/imports';
import { isNdjson } from '../moving/ndjson.ts';
import { pagesOf } from '../moving/pages.ts';
import { csvOfUsers, lineOfUser } from '../moving/write-users.ts';
import { say, type Terminal, UsageError } from './terminal.ts';
import { withService } from './with-service.ts';

interface ExportUsersOptions {
  readonly withPasswordHashes?: boolean;
}

/** Maximum number of users that are read at a time. It limits the memory that an export needs. */
const batch = 1000;

/**
 * Writes all persons to a new file, in a form that `portcullis import users` reads. Only the user of the process can read
 * the file, because it contains personal data.
 */
export const exportUsersTo = (
  terminal: Terminal,
  file: string,
  { withPasswordHashes = false }: ExportUsersOptions,
): Promise<void> =>
  withService(terminal, async ({ imports, userAttributes }) => {
    const csv = csvOfUsers((await userAttributes.find()).attributes);
    const { header, line } = formOf(file, csv);
    let count = 0;
    async function* lines(): AsyncGenerator<string> {
      yield header;
      for await (const users of pagesOf((after: ExportedUser['id'] | undefined) =>
        imports.users({ limit: batch, after, withPasswordHashes }),
      )) {
        count += users.length;
        yield users.map(line).join('');
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    say(terminal, `${count} exported.`);
  });

function formOf(file: string, csv: ReturnType<typeof csvOfUsers>): ReturnType<typeof csvOfUsers> {
  if (extname(file).toLowerCase() === '.csv') return csv;
  if (isNdjson(file)) return { header: '', line: lineOfUser };
  throw new UsageError('The name of the file must end in .csv, .ndjson or .jsonl.');
}
