import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aRole, given } from '@portcullis/testing';
import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork, viewsOf } from '../src/index.ts';
import { directoryWithDatabase } from '../src/testing.ts';

describe('The embedded database', () => {
  let directory = '';
  const lockFile = () => join(directory, 'database.lock');
  const open = () => openDatabase({ directory, poolSize: 10 });

  before(async () => {
    directory = await directoryWithDatabase();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('stores data for the next process, and unlocks the directory when it is closed', async () => {
    const role = aRole();
    const first = await open();
    await given(typeormUnitOfWork(first), { roles: [role] });
    await first.close();
    expect(existsSync(lockFile())).to.equal(false);
    const second = await open();
    expect(await viewsOf(second.reader).roles.find(role.id)).to.deep.equal(role);
    await second.close();
  });

  it('does not keep the responses to statements in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const usedMemory = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const database = await open();
    const before = usedMemory();
    for (let round = 0; round < 50; round += 1)
      await database.pool.query("SELECT n, repeat('x', 100) AS text FROM generate_series(1, 2000) AS n");
    const kept = usedMemory() - before;
    await database.close();
    expect(kept).to.be.below(5_000_000);
  });

  it('refuses a directory that another running process uses, and names the process and the remedy', async () => {
    const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(owner, 'spawn');
    await writeFile(lockFile(), String(owner.pid));
    const failure = await open().catch(String);
    owner.kill();
    expect(failure).to.match(new RegExp(`^DirectoryInUse: Process ${owner.pid} is using .*DATA_DIR\\.$`));
    expect(await readFile(lockFile(), 'utf8')).to.equal(String(owner.pid));
  });

  it('replaces a lock file that is empty or belongs to a process that no longer runs', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    for (const owner of [String(gone.pid), '']) {
      await writeFile(lockFile(), owner);
      const database = await open();
      expect(await readFile(lockFile(), 'utf8')).to.equal(String(process.pid));
      await database.close();
    }
  });
});
