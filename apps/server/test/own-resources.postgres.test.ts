import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { pino } from 'pino';
import {
  errorMessageFor,
  migrate,
  MissingMigrations,
  readConfig,
  startServer,
  type ResourceModule,
} from '../src/index.ts';
import { labels } from './exercise/labels/server/modules/labels.ts';
import { ownLabels } from './exercise/own-labels.ts';
import { apiAt } from './support/api.ts';
import { administrator, logInAs, signingSecret } from './support/service.ts';
import { createTwoRoles, type TwoRoles } from './support/two-roles.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { run } from './support/run.ts';

const silent = pino({ level: 'silent' });
const ownModules = [labels, ownLabels];

describeOnPostgres(
  'An embedding service with a resource of its own and two database roles (docs/operations.md)',
  (adminUrl) => {
    let database: TemporaryDatabase;
    let roles: TwoRoles;
    const start = (further: Readonly<Record<string, string>> = {}) => {
      const variables = {
        PORT: '0',
        DATABASE_URL: roles.asService(database.url),
        JWT_SECRET: signingSecret,
        ADMIN_PASSWORD: administrator.password,
        ...further,
      };
      return startServer(readConfig(variables), silent, { modules: ownModules });
    };
    const migrateAsOwner = (...modules: readonly ResourceModule[]) =>
      migrate(readConfig({ DATABASE_URL: roles.asOwner(database.url) }, { serves: false }), modules);
    const migrationsOfLabels = ownModules
      .flatMap(({ stores = {} }) => Object.values(stores))
      .flatMap(({ migrations = [] }) => migrations.map((Migration) => new Migration().name ?? ''));

    before(async () => {
      database = await temporaryDatabase(adminUrl);
      roles = await createTwoRoles(database.url);
    });
    after(async () => {
      await database?.drop();
      await roles?.drop();
    });

    /** Expects that a start fails with an error whose message for the operator is this line. */
    async function expectRefusal(line: RegExp): Promise<void> {
      const error: unknown = await start().then(
        () => expect.fail('The service has started.'),
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(MissingMigrations);
      expect(errorMessageFor(error).text).to.match(line).and.not.include('\n');
    }

    it('does not start before the migrations of the service have run', () =>
      expectRefusal(/^The database lacks Schema1763683200000, .* set DATABASE_OWNER_URL\.$/));

    it('does not start before the migrations of its own resource have run, and names them', async () => {
      expect(await migrateAsOwner())
        .to.include('Schema1763683200000')
        .and.not.include.members(migrationsOfLabels);
      await roles.restrict(database.url);
      expect(migrationsOfLabels).not.to.deep.equal([]);
      await expectRefusal(new RegExp(`^The database lacks ${migrationsOfLabels.join(', ')}, and .*\\.$`));
    });

    it('starts after `migrate` has run these migrations as the owner of the tables', async () => {
      expect(await migrateAsOwner(...ownModules)).to.deep.equal(migrationsOfLabels);
      expect(await migrateAsOwner(...ownModules)).to.deep.equal([]);
      await roles.restrict(database.url);
      const server = await start();
      try {
        const admin = await logInAs(apiAt(server.url), administrator);
        expect(
          (await fetch(`${server.url}/api/labels`, { headers: { Authorization: `Bearer ${admin.token}` } })).status,
        ).to.equal(200);
      } finally {
        await server.close();
      }
    });

    it('does not start while its table lacks a declared column, or the column has another type', async () => {
      const other = await temporaryDatabase(adminUrl);
      try {
        const variables = {
          PORT: '0',
          DATABASE_URL: other.url,
          JWT_SECRET: signingSecret,
          ADMIN_PASSWORD: administrator.password,
        };
        const startOther = () => startServer(readConfig(variables), silent, { modules: ownModules });
        const lineOf = async (): Promise<string> =>
          startOther().then(
            async (server) => {
              await server.close();
              return 'The service has started.';
            },
            (error: unknown) => errorMessageFor(error).text,
          );
        const execute = (sql: string) => run('.', 'psql', [other.url, '-qv', 'ON_ERROR_STOP=1', '-c', sql]);
        await migrate(readConfig({ DATABASE_URL: other.url }, { serves: false }), ownModules);
        await execute('ALTER TABLE team_labels DROP COLUMN size, ALTER rank TYPE bigint');
        expect(await lineOf()).to.equal(
          'The column rank of the table team_labels has the type bigint, and team.label needs integer; the table team_labels lacks the column size (text) of team.label: write the migration with portcullis migrate --plan --write FOLDER --modules FILE.',
        );
        await execute('ALTER TABLE team_labels ADD COLUMN size text, ALTER rank TYPE integer');
        expect(await lineOf()).to.equal('The service has started.');
      } finally {
        await other.drop();
      }
    });

    it('runs the migrations at the start if DATABASE_OWNER_URL is set', async () => {
      const other = await temporaryDatabase(adminUrl);
      const ownRoles = await createTwoRoles(other.url);
      try {
        const server = await start({
          DATABASE_URL: ownRoles.asService(other.url),
          DATABASE_OWNER_URL: ownRoles.asOwner(other.url),
        });
        await server.close();
      } finally {
        await other.drop();
        await ownRoles.drop();
      }
    });
  },
);
