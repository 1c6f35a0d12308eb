import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { aContent } from './support/builders.ts';
import { runCommand, startProcess } from './support/process.ts';
import { administrator, logInAs } from './support/service.ts';

describe('What the service writes to the disk (docs/operations.md)', () => {
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    process.umask(0o022);
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'jwt-secret'), 'The secret of an older installation.', { mode: 0o644 });
    environment = { DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: administrator.password };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const openPaths = (path = folder): string => execFileSync('find', [path, '-perm', '/077'], { encoding: 'utf8' });

  it('can only be read by its user, whatever the umask, after an upload and while the service runs and is stopped', async () => {
    const service = startProcess(environment);
    try {
      const admin = await logInAs(apiAt(await service.listening), administrator);
      await aContent(admin);
      const form = new FormData();
      form.append('file', new Blob(['Notes']), 'notes.txt');
      const headers = { Authorization: `Bearer ${admin.token}` };
      expect((await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form })).status).to.equal(201);
      expect(openPaths()).to.equal('');
    } finally {
      await service.stop();
    }
    expect(openPaths()).to.equal('');
  });

  it('includes exports', async () => {
    const target = join(folder, 'exports');
    const users = join(folder, 'users.ndjson');
    await runCommand(['export', 'contents', target], environment);
    await runCommand(['export', 'users', users, '--with-password-hashes'], environment);
    expect((await stat(target)).isDirectory() && (await stat(users)).isFile()).to.equal(true);
    expect(openPaths()).to.equal('');
  });

  it('is reported by the doctor if others can read it', async () => {
    await chmod(folder, 0o755);
    const { stdout } = await runCommand(['doctor'], environment);
    expect(stdout).to.match(/^warning {2}disk .*Other users of this machine have access to 1 files and folders/m);
    expect((await stat(folder)).mode & 0o777).to.equal(0o755);
  });

  it('cannot be in a file, which the doctor reports too', async () => {
    const { code, stdout } = await runCommand(['doctor'], {
      ...environment,
      DATA_DIR: join(folder, 'jwt-secret'),
      DATABASE_URL: 'postgres://postgres@127.0.0.1:1/nowhere',
    });
    expect([code, /^FAILED {3}disk .*DATA_DIR takes a directory/m.test(stdout)]).to.deep.equal([1, true]);
  });
});
