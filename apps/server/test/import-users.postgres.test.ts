import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { expect } from 'chai';
import { runCommand } from './support/process.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { logInAs, startService, type Service } from './support/service.ts';

const django = 'pbkdf2_sha256$260000$seasalt123$S0wB2haEtoF49GAxwL0Twik+UHoLDVQZgNBdCUsYIYQ=';
const attributes = [
  { name: 'department', label: 'Department', type: 'string' },
  { name: 'floor', label: 'Floor', type: 'number' },
  { name: 'teams', label: 'Teams', type: 'string[]' },
].map((each) => ({ values: null, readableBy: 'self', writableBy: 'admin', ...each }));

/** The tests run in the order in which an operator runs the commands. Each test depends on the earlier tests. */
describeOnPostgres('portcullis import users', () => {
  let service: Service;
  let files = '';
  const run = (...args: readonly string[]) =>
    runCommand(args, { DATABASE_URL: service.databaseUrl ?? '', DATA_DIR: service.directory });
  const fileOf = async (name: string, text: string): Promise<string> => {
    const file = join(files, name);
    await writeFile(file, text);
    return file;
  };

  before(async () => {
    service = await startService();
    files = await mkdtemp(join(tmpdir(), 'portcullis-'));
    expect((await service.admin.put('/user-attributes', { attributes })).status).to.equal(200);
  });
  after(async () => {
    await service.stop();
    await rm(files, { recursive: true, force: true });
  });

  const csv = [
    '\u{feff}sourceId,username,email,nickName,phone,gender,roles,createdAt,attributes.department,attributes.floor,attributes.teams,passwordHash',
    `1,ada,ada@example.com,"Lovelace, ""Ada""",'+44 1,2,USER,2019-05-01T10:00:00Z,Research,3,"[""a"",""b""]",${django}`,
    '2,bob,bob@example.com,,,"""2""",MODERATOR;USER,,,,,',
  ].join('\r\n');

  it('reports unknown columns and refused rows, and then writes nothing', async () => {
    const misspelt = await run('import', 'users', await fileOf('a.csv', 'sourceid,username\n1,ada\n'));
    expect([misspelt.code, misspelt.stderr]).to.deep.equal([2, 'There are no such columns: sourceid.\n']);
    const broken = await fileOf('b.csv', `${csv}\r\n3,carl,carl,,,,NO_ROLE,,,many,,secret\r\n`);
    const { code, stdout, stderr } = await run('import', 'users', broken);
    expect([code, stderr]).to.deep.equal([
      1,
      'Correct the refused rows and run the command again. Imported rows are then left out.\n',
    ]);
    expect(stdout).to.match(
      /^! row 4 \("3"\): email: email must be an email\n1 of 3 rows are refused\. Nothing was imported\.\n$/,
    );
    expect((await run('import', 'users', await fileOf('c.txt', ''))).stderr).to.match(/must end in \.csv/);
    expect((await run('import', 'users', await fileOf('d.csv', 'sourceId,username\n"1,ada\n'))).code).to.equal(2);
    expect((await run('import', 'users', broken, '--report', broken)).stderr).to.match(/^--report would overwrite /);
    expect(await readFile(broken, 'utf8')).to.include('3,carl');
  });

  it('imports a CSV file after a dry run, and leaves out its rows afterwards', async () => {
    const file = await fileOf('users.csv', csv);
    const report = join(files, 'report.ndjson');
    expect((await run('import', 'users', file, '--dry-run')).stdout).to.equal(
      '2 to import, 0 imported before. Nothing was written.\n',
    );
    expect(await run('import', 'users', file, '--report', report)).to.deep.equal({
      code: 0,
      stdout: '2 imported, 0 imported before.\n',
      stderr: '',
    });
    expect(await readFile(report, 'utf8')).to.equal(
      '{"row":2,"sourceId":"1","outcome":"added"}\n{"row":3,"sourceId":"2","outcome":"added"}\n',
    );
    const more = { sourceId: '3', username: 'carl', email: 'carl@example.com', status: 0, emailVerified: true };
    const lines = [{ sourceId: '2', username: 'bob', email: 'bob@example.com' }, more].map((row) =>
      JSON.stringify(row),
    );
    expect((await run('import', 'users', await fileOf('more.ndjson', `${lines.join('\n')}\n`))).stdout).to.equal(
      '1 imported, 1 imported before.\n',
    );
    expect((await run('import', 'users', await fileOf('e.jsonl', '{"sourceId":\n[]\n'))).stdout).to.match(
      /^! row 1: This line is not JSON\.\n! row 2: This must be a JSON object\.\n/,
    );
  });

  it('lets imported users log in with their old passwords', async () => {
    const ada = await logInAs(service.api, { username: 'ada', password: 'correct horse' });
    expect((await ada.get('/auth/profile')).data).to.deep.include({
      nickName: 'Lovelace, "Ada"',
      phone: '+44 1',
      gender: 2,
      createdAt: '2019-05-01T10:00:00.000Z',
      attributes: { department: 'Research', floor: 3, teams: ['a', 'b'] },
      roles: ['USER'],
    });
    await logInAs(service.api, { username: 'ada', password: 'correct horse' });
    expect((await service.api.post('/auth/login', { username: 'bob', password: 'correct horse' })).status).to.equal(
      401,
    );
  });

  it('keeps a bcrypt hash with which a longer password was verified, and says so once', async () => {
    const [long, other] = ['a'.repeat(72) + 'secret', 'a'.repeat(72) + 'other'];
    const text = [
      'sourceId,username,email,emailVerified,createdAt,passwordHash',
      `7,dora,dora@example.com,TRUE,2019-05-01 10:00,${hashSync(long, 4)}`,
      `8,emil,emil@example.com,False,,${hashSync('short', 4)}`,
    ].join('\n');
    const { stdout } = await run('import', 'users', await fileOf('bcrypt.csv', text), '--time-zone', 'Asia/Tokyo');
    expect(stdout).to.match(/^~ 2 password hashes are of bcrypt, .*\n2 imported, 0 imported before\.\n$/);
    const dora = await logInAs(service.api, { username: 'dora', password: long });
    expect((await dora.get('/auth/profile')).data).to.include({
      emailVerified: true,
      createdAt: '2019-05-01T01:00:00.000Z',
    });
    await logInAs(service.api, { username: 'emil', password: 'short' });
    const stored = await service.server.database.pool.query<{ hash: string }>(
      "SELECT password_hash AS hash FROM users WHERE username IN ('dora', 'emil') ORDER BY username",
    );
    expect(stored.rows.map(({ hash }) => hash.slice(0, 4))).to.deep.equal(['$2b$', '$arg']);
    await logInAs(service.api, { username: 'dora', password: other });
    await service.server.database.pool.query("DELETE FROM users WHERE username IN ('dora', 'emil')");
  });

  it('imports the other rows, and writes the refused ones with their reasons to a file', async () => {
    const text = 'sourceId,username,email\n11,fred,fred@example.com\n12,Gr\xfcn,no\n';
    const file = await fileOf('some.csv', '');
    await writeFile(file, text, 'latin1');
    expect((await run('import', 'users', file)).stderr).to.include('some.csv is not UTF-8');
    const { code, stdout } = await run('import', 'users', file, '--encoding', 'latin1', '--skip-refused');
    expect([code, stdout.split('\n').slice(1)]).to.deep.equal([
      0,
      [
        '1 imported, 0 imported before, 1 refused.',
        `The refused rows and their reasons are in ${file}.refused.ndjson.`,
        '',
      ],
    ]);
    const refused = JSON.parse(await readFile(`${file}.refused.ndjson`, 'utf8'));
    expect(refused).to.deep.include({
      row: 3,
      sourceId: '12',
      fields: { sourceId: '12', username: 'Grün', email: 'no', attributes: {} },
    });
    expect(refused.errors[0]).to.include({ field: 'email' });
    await service.server.database.pool.query("DELETE FROM users WHERE username = 'fred'");
  });

  it('exports the same users that it imports, in CSV and in NDJSON', async () => {
    const pool = service.server.database.pool;
    await pool.query("UPDATE users SET nick_name = '=1+1', gender = '\"7\"', phone = '-12' WHERE username = 'bob'");
    await pool.query(`UPDATE users SET nick_name = '''@ x, "y"' WHERE username = 'carl'`);
    await pool.query(`UPDATE user_roles ur SET valid_from = '2031-01-01T00:00:00Z'
      FROM users u, roles r WHERE u.id = ur.user_id AND r.id = ur.role_id AND username = 'bob' AND code = 'MODERATOR'`);
    /** Exports all users, and returns the file and its lines, except the one of the administrator, sorted. */
    const exported = async (name: string) => {
      const file = join(files, name);
      const { code, stdout, stderr } = await run('export', 'users', file, '--with-password-hashes');
      expect([code, stdout, stderr]).to.deep.equal([0, '4 exported.\n', '']);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      const [header = '', ...rows] = (await readFile(file, 'utf8'))
        .split(/(?<=\n)/)
        .filter((line) => !/admin@/.test(line));
      return name.endsWith('.csv') ? [header, ...rows.toSorted()] : [header, ...rows].toSorted();
    };
    for (const form of ['csv', 'ndjson']) {
      const before = await exported(`before.${form}`);
      expect(before.join('')).to.match(form === 'csv' ? /'=1\+1,'-12,.*""7""/ : /"=1\+1","phone":"-12","gender":"7"/);
      expect(before.join('')).to.match(/MODERATOR@2031-01-01T00:00:00\.000Z\/\.\.(?:"|\s)/);
      await pool.query("DELETE FROM users WHERE username IN ('ada', 'bob', 'carl')");
      const imported = await run('import', 'users', await fileOf(`filtered.${form}`, before.join('')));
      expect(imported.stdout, imported.stderr).to.equal('3 imported, 0 imported before.\n');
      expect(await exported(`after.${form}`)).to.deep.equal(before);
    }
    expect((await run('export', 'users', join(files, 'before.csv'))).code).to.equal(1);
    const without = join(files, 'without.ndjson');
    await run('export', 'users', without);
    expect(await readFile(without, 'utf8')).not.to.match(/passwordHash|argon2/);
  });
});
