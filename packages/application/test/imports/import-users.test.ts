import { expect } from 'chai';
import { logIn } from '../../src/auth/log-in.ts';
import type { ImportedUser } from '../../src/imports/check-user-rows.ts';
import { importUsers, type ImportUsersInput } from '../../src/imports/import-users.ts';
import type { ImportedRow, RowReport } from '../../src/imports/report.ts';
import { aUserRow, each } from '../support/imported-rows.ts';
import { sendDue } from '../support/mails.ts';
import { replaceMembers } from '../support/replace-members.ts';
import { anActor, aRole, aUser } from '@portcullis/testing/internal/builders';
import { foreignHashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const origin = { ipAddress: '192.0.2.9', network: '192.0.2.9', userAgent: 'test', requestId: null };

describe('importUsers', () => {
  const editor = aRole({ code: 'EDITOR' });
  const actor = anActor();
  let world: InMemoryWorld;

  const run = async (
    rows: Iterable<ImportedRow<ImportedUser>>,
    { isDryRun = false, invite, ...options }: Partial<Omit<ImportUsersInput, 'rows' | 'report'>> = {},
  ) => {
    const reports: RowReport[] = [];
    const summary = await importUsers(world)({
      actor,
      rows: each(rows),
      invite,
      isDryRun,
      ...options,
      report: (some) => void reports.push(...some),
    });
    return { summary, reports };
  };
  const fieldsOf = ({ reports }: { readonly reports: readonly RowReport[] }) =>
    reports.map(({ row, outcome, errors = [] }) => [row, outcome, ...errors.map(({ field }) => field)]);

  const unlimited = (code: string) => ({ code, validFrom: null, validUntil: null });
  const eventTypes = async () => (await world.events.page({ after: 0, limit: 100 })).map(({ type }) => type);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [editor] });
  });

  it('adds users with their fields, roles, attributes and dates, and records them', async () => {
    const { userAttributes } = world;
    const stored = await userAttributes.find();
    await world.run((tx) =>
      tx.userAttributes.save({
        ...stored,
        attributes: [
          {
            name: 'department',
            label: 'Department',
            type: 'string',
            values: null,
            readableBy: 'self',
            writableBy: 'admin',
          },
        ],
      }),
    );
    const createdAt = new Date('2019-05-01T10:00:00Z');
    const fields = { nickName: 'Ada', phone: '+44 1', gender: 2, status: 0, emailVerified: true } as const;
    const attributes = { department: 'Sales' };
    const { summary } = await run([aUserRow(1, { ...fields, attributes, roles: [unlimited('EDITOR')], createdAt })]);
    expect(summary).to.deep.equal({ added: 1, present: 0, changed: 0, refused: 0, 'held-back': 0 });
    const [user] = (await world.users.list({ page: 1, pageSize: 10, search: 'user-1' })).items;
    expect(user).to.deep.include({ ...fields, attributes, createdAt, username: 'user-1' });
    expect(user?.roles.map(({ code }) => code)).to.deep.equal(['EDITOR']);
    expect(await eventTypes()).to.deep.equal(['user.created', 'user.roles.changed']);
    const [record] = (await world.audit.list({ page: 1, pageSize: 10 })).items;
    expect(record?.payload).to.deep.include({ userId: user?.id, before: [], after: [editor.id] });
  });

  it('keeps the periods of roles, records them, and refuses a role that occurs twice', async () => {
    const period = { validFrom: new Date('2031-01-01T00:00:00Z'), validUntil: null };
    const twice = [unlimited('EDITOR'), { code: 'EDITOR', ...period }];
    expect(fieldsOf(await run([aUserRow(1, { roles: twice })]))).to.deep.equal([[1, 'refused', 'roles']]);
    await run([aUserRow(1, { roles: [{ code: 'EDITOR', ...period }] })]);
    const [user] = (await world.users.list({ page: 1, pageSize: 10, search: 'user-1' })).items;
    const grants = user === undefined ? [] : await world.run((tx) => tx.users.grantsOf(user.id));
    expect(grants).to.deep.equal([{ roleId: editor.id, ...period }]);
    const [, event] = await world.events.page({ after: 0, limit: 100 });
    const roleGrants = [{ roleId: editor.id, validFrom: '2031-01-01T00:00:00.000Z', validUntil: null }];
    expect(event?.changes).to.deep.include({ roleGrants: { before: [], after: roleGrants } });
  });

  it('keeps passwords: users log in with the hash of another product', async () => {
    await run([aUserRow(1, { passwordHash: foreignHashOf('old password') })]);
    const { user } = await logIn(world)({ login: 'user-1', password: 'old password', ...origin });
    expect(user.username).to.equal('user-1');
  });

  it('leaves out rows that were imported before, also if their users have changed since', async () => {
    await run([aUserRow(1), aUserRow(2)]);
    const again = await run([aUserRow(1, { email: 'changed@example.com' }), aUserRow(2), aUserRow(3)]);
    expect(fieldsOf(again)).to.deep.equal([
      [1, 'present'],
      [2, 'present'],
      [3, 'added'],
    ]);
    expect((await world.users.credentials('user-1@example.com'))?.username).to.equal('user-1');
  });

  it('refuses rows with all their errors, and then writes none of the same 1,000 rows', async () => {
    await given(world, { users: [aUser({ username: 'taken', email: 'taken@example.com' })] });
    const rows = [
      aUserRow(1),
      aUserRow(2, { username: 'TAKEN', email: 'taken@EXAMPLE.com' }),
      aUserRow(3, { roles: [unlimited('NO_SUCH_ROLE')], attributes: { shoeSize: 41 }, passwordHash: 'plain text' }),
      { row: 4, sourceId: null, errors: [{ field: 'email', message: 'email must be an email' }] },
      aUserRow(5, { username: 'USER-1', email: 'USER-1@example.com' }),
      { ...aUserRow(6), sourceId: 'source-1' },
    ];
    const result = await run(rows);
    expect(fieldsOf(result)).to.deep.equal([
      [1, 'held-back'],
      [2, 'refused', 'username', 'email'],
      [3, 'refused', 'passwordHash', 'attributes.shoeSize', 'roles'],
      [4, 'refused', 'email'],
      [5, 'refused', 'username', 'email'],
      [6, 'refused', 'sourceId'],
    ]);
    expect(await world.users.credentials('user-1')).to.equal(undefined);
    expect(await eventTypes()).to.deep.equal([]);
    expect((await run(rows, { skipsRefused: true })).summary).to.include({ added: 1, refused: 5 });
    expect(await world.users.credentials('user-1')).not.to.equal(undefined);
  });

  it('imports each batch of rows in a transaction of its own', async () => {
    const rows = Array.from({ length: 7 }, (_row, index) => aUserRow(index + 1));
    const broken = rows.with(3, aUserRow(4, { roles: [unlimited('NO_SUCH_ROLE')] }));
    const summary = { added: 4, refused: 1, 'held-back': 2, present: 0, changed: 0 };
    expect((await run(broken, { batchSize: 3 })).summary).to.deep.equal(summary);
    expect((await run(rows, { batchSize: 3 })).summary).to.include({ added: 3, present: 4 });
  });

  it('writes nothing in a dry run, and finds repetitions all the same', async () => {
    const result = await run([aUserRow(1), aUserRow(2, { username: 'user-1' })], { isDryRun: true });
    expect(fieldsOf(result)).to.deep.equal([
      [1, 'held-back'],
      [2, 'refused', 'username'],
    ]);
    expect((await run([aUserRow(1)], { isDryRun: true })).summary).to.include({ added: 1 });
    expect(await world.users.credentials('user-1')).to.equal(undefined);
  });

  it('sends invitations only if asked to, and only to users without a password hash', async () => {
    await run([aUserRow(1)]);
    expect(await world.deliveries.nextDue()).to.equal(undefined);
    await run([aUserRow(2), aUserRow(3, { passwordHash: foreignHashOf('old password') })], { invite: 'en' });
    await sendDue(world);
    expect(world.mails.sent.map(({ to, purpose }) => [to, purpose])).to.deep.equal([
      ['user-2@example.com', 'invitation'],
    ]);
    const users = await world.users.list({ page: 1, pageSize: 10, search: 'user-' });
    const open = users.items.map(({ username, invitedUntil }) => [username, invitedUntil === null]);
    expect(open).to.have.deep.members([
      ['user-1', false],
      ['user-2', false],
      ['user-3', true],
    ]);
  });

  it('says what is wrong with each refused field', async () => {
    await given(world, { users: [aUser({ username: 'taken', email: 'taken@example.com' })] });
    const { reports } = await run([
      aUserRow(1, { username: 'TAKEN', email: 'taken@example.com' }),
      aUserRow(2, { roles: [unlimited('NO_SUCH_ROLE')] }),
      aUserRow(3, { roles: [unlimited('EDITOR'), unlimited('EDITOR')] }),
      aUserRow(4, { username: 'a@b', email: 'nowhere' }),
    ]);
    expect(reports.slice(0, 3).map(({ errors }) => errors)).to.deep.equal([
      [
        { field: 'username', message: 'This user name is already in use.' },
        { field: 'email', message: 'This e-mail address is already registered.' },
      ],
      [{ field: 'roles', message: 'There is no role NO_SUCH_ROLE.' }],
      [{ field: 'roles', message: 'A role may occur only once.' }],
    ]);
    expect(fieldsOf({ reports })[3]).to.deep.equal([4, 'refused', 'username', 'email']);
  });

  it('refuses a repetition of a row that was imported before', async () => {
    await run([aUserRow(1)]);
    expect(fieldsOf(await run([aUserRow(1), { ...aUserRow(2), sourceId: 'source-1' }]))).to.deep.equal([
      [1, 'present'],
      [2, 'refused', 'sourceId'],
    ]);
  });

  it('records several roles sorted by id, and nothing for users without roles', async () => {
    const roles = [aRole(), aRole(), aRole()];
    await given(world, { roles });
    const sorted = roles.map(({ id }) => id).toSorted();
    const codes = roles.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(({ code }) => unlimited(code));
    const [last, ...others] = codes;
    if (last === undefined) return expect.fail('There is no role.');
    await run([aUserRow(1, { roles: [...others, last] }), aUserRow(2), aUserRow(3, { roles: codes })]);
    const { items } = await world.audit.list({ page: 1, pageSize: 10 });
    expect(items.map(({ payload }) => payload)).to.have.lengthOf(2);
    for (const { payload } of items) expect(payload).to.deep.include({ before: [], after: sorted });
    const events = (await world.events.page({ after: 0, limit: 100 })).filter(
      ({ type }) => type === 'user.roles.changed',
    );
    expect(events.map(({ changes }) => changes['roleIds'])).to.deep.equal([
      { before: [], after: sorted },
      { before: [], after: sorted },
    ]);
  });

  it('gives users without a password an invitation that ends at once, unless invitations are sent', async () => {
    let woken = 0;
    world = replaceMembers(world, { deliveryWakeUp: { wake: () => void (woken += 1) } });
    await run([aUserRow(1)]);
    expect(woken).to.equal(0);
    await run([aUserRow(2)], { invite: 'en' });
    expect(woken).to.equal(1);
    const now = world.clock.now();
    const { items } = await world.users.list({ page: 1, pageSize: 10, search: 'user-' });
    const ends = new Map(items.map(({ username, invitedUntil }) => [username, invitedUntil]));
    expect(ends.get('user-1')).to.deep.equal(now);
    expect(ends.get('user-2')).to.be.greaterThan(now);
  });

  it('needs a mail service only if invitations are sent', async () => {
    const requireAvailable = () => {
      throw new Error('No mail server is configured.');
    };
    world = replaceMembers(world, { mails: replaceMembers(world.mails, { requireAvailable }) });
    expect((await run([aUserRow(1)])).summary).to.include({ added: 1 });
    const failure: unknown = await run([aUserRow(2)], { invite: 'en' }).catch((error: unknown) => error);
    expect(failure).to.be.an.instanceOf(Error).with.property('message', 'No mail server is configured.');
    expect(await world.users.credentials('user-2')).to.equal(undefined);
  });
});
