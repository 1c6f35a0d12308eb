import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runCommand } from '../support/process.ts';
import { describeOnPostgres } from '../support/requirements.ts';
import { startService, type Service } from '../support/service.ts';
import { modules } from './modules.ts';

/** The tests run in the order in which an operator runs the commands. Each test depends on the earlier tests. */
describeOnPostgres('portcullis export and import with the name of a resource', () => {
  let service: Service;
  let files = '';
  const run = (...args: readonly string[]) =>
    runCommand([...args, '--modules', fileURLToPath(new URL('./modules.js', import.meta.url))], {
      DATABASE_URL: service.databaseUrl ?? '',
      DATA_DIR: service.directory,
    });

  before(async () => {
    service = await startService({}, undefined, modules);
    files = await mkdtemp(join(tmpdir(), 'portcullis-'));
  });
  after(async () => {
    await service.stop();
    await rm(files, { recursive: true, force: true });
  });

  it('checks all rows first, and then creates and changes entries by a unique field', async () => {
    const file = join(files, 'labels.csv');
    const rows = ['name,colour,rank,isShown,size', 'A,#cc0000,1,TRUE,small', "'=B,#00cc00,2,false,large"];
    await writeFile(file, [...rows, 'C,red,3,true,small'].join('\r\n'));
    const refused = await run('import', 'team.label', file, '--by', 'name');
    expect([refused.code, refused.stdout]).to.deep.equal([
      1,
      '! row 4 ("C"): colour: colour must have 7 to 7 characters\n1 of 3 rows are refused. Nothing was imported.\n',
    ]);
    await writeFile(file, rows.join('\r\n'));
    expect((await run('import', 'team.label', file, '--by', 'name', '--dry-run')).stdout).to.equal(
      '2 to import, 0 imported before. Nothing was written.\n',
    );
    expect((await run('import', 'team.label', file, '--by', 'name')).stdout).to.equal(
      '2 imported, 0 imported before.\n',
    );
    await writeFile(file, 'name,rank\nA,7\n');
    expect((await run('import', 'team.label', file, '--by', 'name')).stdout).to.equal(
      '0 imported, 1 changed, 0 imported before.\n',
    );
  });

  it('reads a file in another encoding, and refuses it if the encoding is not named', async () => {
    const file = join(files, 'chinese.csv');
    // The description of A in GB 18030, as a spreadsheet in China writes it.
    await writeFile(file, Buffer.from([...Buffer.from('name,description\r\nA,'), 0xb1, 0xea, 0xc7, 0xa9]));
    const refused = await run('import', 'team.label', file, '--by', 'name');
    expect([refused.code, refused.stderr]).to.deep.equal([
      2,
      'chinese.csv is not UTF-8. --encoding names another encoding.\n',
    ]);
    const read = await run('import', 'team.label', file, '--by', 'name', '--encoding', 'gb18030');
    expect(read.stdout).to.equal('0 imported, 1 changed, 0 imported before.\n');
    const { data } = await service.admin.get<{ items: object[] }>('/team/labels?name=A');
    expect(data.items[0]).to.include({ description: '标签' });
  });

  it('exports all entries to a new file that an import reads', async () => {
    const file = join(files, 'out.ndjson');
    expect((await run('export', 'team.label', file)).stdout).to.equal('2 exported.\n');
    expect(await readFile(file, 'utf8'))
      .to.include('"name":"=B"')
      .and.include('"rank":7');
    expect((await run('import', 'team.label', file)).stdout).to.equal('0 imported, 2 imported before.\n');
    const unknown = await run('export', 'team.person', join(files, 'x.csv'));
    expect([unknown.code, unknown.stderr]).to.deep.equal([
      2,
      'There is no resource team.person. The resources of the modules: team.label.\n',
    ]);
  });
});
