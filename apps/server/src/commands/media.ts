import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaFault } from '@portcullis/application/internal/media/check-media';
import { copyMedia } from '@portcullis/application/internal/media/copy-media';
import { checkStoreClaim } from '@portcullis/application/internal/media/store-claim';
import { openStore } from '../adapters/media.ts';
import { readConfig, type Config } from '../config/config.ts';
import { FailedChecks, say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

const meanings: Readonly<Record<MediaFault['problem'], string>> = {
  missing: 'has a row, but no bytes',
  changed: 'has other bytes than those that were stored',
  unknown: 'has bytes, but no row',
};

const lineOf = ({ problem, key, name }: MediaFault): string =>
  `${problem.padEnd('missing'.length)}  ${key}  ${name ?? 'a file'} ${meanings[problem]}`;

const failure = (count: number): FailedChecks =>
  new FailedChecks(`${count} ${count === 1 ? 'fault was' : 'faults were'} found.`);

/**
 * Prints where the rows of files and the store differ.
 * @throws {FailedChecks} if they differ
 * @throws {WrongMediaStore}
 */
export async function checkFiles(terminal: Terminal, { json = false }: { readonly json?: boolean }): Promise<void> {
  let count = 0;
  await withService(terminal, async (services) => {
    await services.checkStoreClaim();
    for await (const fault of services.checkMedia()) {
      count += 1;
      // The list is written while it is found, because there can be a fault for each file.
      if (json) terminal.stdout.write(`${count === 1 ? '[' : ','}\n  ${JSON.stringify(fault)}`);
      else say(terminal, lineOf(fault));
    }
  });
  if (json) say(terminal, count === 0 ? '[]' : '\n]');
  if (count > 0) throw failure(count);
  if (!json) say(terminal, 'All files have the right bytes.');
}

/** A running service uses a row for at most 5 seconds after it has read it, and then no longer needs former variants. */
const usedMs = 6000;

/** Makes the variants of pictures that have other presets, and removes the variants that no row names any more. */
export const rebuild = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (services) => {
    let count = 0;
    for await (const made of services.rebuildVariants()) {
      count += made;
      if (terminal.stdout.isTTY === true) terminal.stdout.write(`\r${count}`);
    }
    if (terminal.stdout.isTTY === true) terminal.stdout.write('\r');
    say(terminal, `${count} pictures have new variants.`);
    if (count > 0) await sleep(usedMs);
    say(terminal, `${await services.removeUnnamedVariants()} former variants removed.`);
  });

/**
 * Copies all bytes from one store to the other, and prints those that cannot be copied.
 * @throws {FailedChecks} if bytes are missing or changed
 * @throws {UsageError} if no bucket is configured
 * @throws {WrongMediaStore}
 */
export async function copyTo(terminal: Terminal, { to }: { readonly to: Config['mediaStore'] }): Promise<void> {
  const config = readConfig(terminal.env, { serves: false });
  if (config.mediaS3Bucket === undefined)
    throw new UsageError('Set MEDIA_S3_BUCKET and the other variables of the bucket.');
  const from = to === 's3' ? 'disk' : 's3';
  const [source, target] = [
    await openStore({ ...config, mediaStore: from }),
    await openStore({ ...config, mediaStore: to }),
  ];
  const counts = { copied: 0, present: 0, faults: 0 };
  try {
    await withService(terminal, async ({ media, localFiles, clock, work, ids }) => {
      const mediaStore = source.store;
      await checkStoreClaim({ media, mediaStore })();
      for await (const bytes of copyMedia({ media, mediaStore, localFiles, clock, work, ids })(target.store)) {
        if (bytes.problem === 'copied' || bytes.problem === 'present') {
          counts[bytes.problem] += 1;
          continue;
        }
        counts.faults += 1;
        say(terminal, lineOf(bytes));
      }
    });
  } finally {
    source.closeStore();
    target.closeStore();
  }
  say(terminal, `${counts.copied} objects copied, ${counts.present} were there.`);
  if (counts.faults > 0) throw failure(counts.faults);
}

/** Makes the store that of this installation. */
export const claim = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (services) => {
    await services.claimStore();
    say(terminal, 'The store is now that of this installation.');
  });
