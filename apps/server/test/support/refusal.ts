import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { errorMessageFor } from '../../src/commands/command-failure.ts';
import { readConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/server.ts';
import { scannedLog } from './scanned-log.ts';

type Environment = Readonly<Record<string, string>>;
type Refusal = ReturnType<typeof errorMessageFor>;

/**
 * Starts the service in this process, because starting another process takes a second, and stops it.
 * @returns the error message and the exit code of the program if the start fails; otherwise undefined
 */
export async function attemptStart(environment: Environment): Promise<Refusal | undefined> {
  try {
    const { close } = await startServer(readConfig({ PORT: '0', ...environment }), scannedLog());
    await close();
  } catch (error) {
    return errorMessageFor(error);
  }
  return undefined;
}

/** Returns the error message and the exit code of a start with an empty data directory, which must fail. */
export async function refusalOf(environment: Environment): Promise<Refusal> {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
  try {
    return (await attemptStart({ DATA_DIR: directory, ...environment })) ?? expect.fail('It starts.');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
