import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import S3rver from 's3rver';
import { apiAt } from './support/api.ts';
import { runCommand, startProcess, type Process } from './support/process.ts';
import { administrator, logInAs, signingSecret } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

describeOnPostgres('The store of the files of several processes (docs/operations.md)', (adminUrl) => {
  let folder: string;
  let database: TemporaryDatabase;
  let variables: Record<string, string>;
  const started: Process[] = [];

  const start = (environment: Record<string, string> = {}): Process => {
    const program = startProcess({ ...variables, ...environment });
    started.push(program);
    return program;
  };
  const media = (args: string, environment: Record<string, string> = {}) =>
    runCommand(['media', ...args.split(' ')], { ...variables, ...environment });
  /** Starts a process, and expects that it ends with one line on standard error. */
  const refusal = async (environment: Record<string, string>): Promise<string> => {
    const { ended, written } = start(environment);
    expect(await ended, written.stderr).to.equal(2);
    expect(written.stderr.trimEnd().split('\n'), written.stderr).to.have.length(1);
    return written.stderr;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    database = await migratedDatabase(adminUrl);
    variables = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'one'),
      JWT_SECRET: signingSecret,
      ADMIN_PASSWORD: administrator.password,
    };
    const admin = await logInAs(apiAt(await start().listening), administrator);
    const form = new FormData();
    form.append('file', new Blob(['Notes']), 'notes.txt');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const { status } = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form });
    expect(status).to.equal(201);
  });
  after(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is the same folder: a process with the folder of another host is refused', async () => {
    const sharing = start();
    await sharing.listening;
    const said = await refusal({ DATA_DIR: join(folder, 'of another host') });
    expect(said).to.match(/not the one that has the files of this installation.*the same folder.*media claim/);
    const doctor = await runCommand(['doctor'], { ...variables, DATA_DIR: join(folder, 'of another host') });
    expect([doctor.code, /^FAILED {3}files .*not the one that has/m.test(doctor.stdout)]).to.deep.equal([1, true]);
  });

  it('belongs to one installation: another one, whose sweep would remove its files, is refused', async () => {
    const other = await migratedDatabase(adminUrl);
    try {
      expect(await refusal({ DATABASE_URL: other.url })).to.match(/files of another installation/);
    } finally {
      await other.drop();
    }
  });

  it('is compared with the rows, rebuilt, and moved to a bucket and back by commands', async () => {
    expect(await media('check')).to.deep.equal({ code: 0, stdout: 'All files have the right bytes.\n', stderr: '' });
    expect((await media('rebuild')).stdout).to.equal('0 pictures have new variants.\n0 former variants removed.\n');
    const buckets = [{ name: 'media', configs: [] }];
    const directory = join(folder, 'buckets');
    const bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets });
    const { port } = await bucket.run();
    const s3 = {
      MEDIA_S3_BUCKET: 'media',
      MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      MEDIA_S3_PATH_STYLE: 'true',
      MEDIA_S3_ACCESS_KEY_ID: 'S3RVER',
      MEDIA_S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    try {
      expect(await media('move --to s3', s3)).to.include({ code: 0, stdout: '1 objects copied, 0 were there.\n' });
      expect(await media('move --to s3', s3)).to.include({ code: 0, stdout: '0 objects copied, 1 were there.\n' });
      expect(await media('check', { ...s3, MEDIA_STORE: 's3' })).to.include({ code: 0 });
      const files = join(folder, 'one/media');
      const names = await readdir(files, { recursive: true });
      const original = names.find((name) => name.endsWith('original')) ?? '';
      const key = original.split('/').slice(1).join('/');
      await writeFile(join(files, original), 'Other');
      const wrong = { problem: 'changed', key, name: 'notes.txt' };
      const found = await media('check --json');
      expect([found.code, JSON.parse(found.stdout)]).to.deep.equal([1, [wrong]]);
      await rm(join(files, original));
      expect(await media('check')).to.deep.equal({
        code: 1,
        stdout: `missing  ${key}  notes.txt has a row, but no bytes\n`,
        stderr: '1 fault was found.\n',
      });
      expect(await media('move --to disk', s3)).to.include({ code: 0, stdout: '1 objects copied, 0 were there.\n' });
      expect(await media('check')).to.include({ code: 0 });
    } finally {
      await bucket.close();
    }
    expect(await media('move --to s3')).to.deep.include({ code: 2, stdout: '' });
    const empty = { DATA_DIR: join(folder, 'empty') };
    expect(await media('check', empty)).to.include({ code: 2 });
    expect(await media('claim', empty)).to.include({ code: 0 });
    expect(await media('check', empty)).to.include({ code: 1 });
  });
});
