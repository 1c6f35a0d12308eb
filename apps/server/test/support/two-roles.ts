import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../architecture/files.ts';
import { run } from './run.ts';

/** Two database roles that `deploy/postgres/roles.sql` has created under names of their own. */
export interface TwoRoles {
  readonly owner: string;
  readonly service: string;
  /** Returns the URL of a database with the role that owns the tables. */
  readonly asOwner: (url: string) => string;
  /** Returns the URL of a database with the role of the service. */
  readonly asService: (url: string) => string;
  /** Runs `deploy/postgres/restrict.sql` as the owner. */
  readonly restrict: (url: string) => Promise<void>;
  /** Drops the roles. Their databases must be dropped first. */
  readonly drop: () => Promise<void>;
}

/** Runs `deploy/postgres/roles.sql` in a database. @param url the URL of the database with the role of a superuser */
export async function createTwoRoles(url: string): Promise<TwoRoles> {
  const id = `portcullis_test_${randomBytes(6).toString('hex')}`;
  const [owner, service] = [`${id}_owner`, `${id}_service`];
  const [ownerPassword, servicePassword] = [randomBytes(9).toString('hex'), randomBytes(9).toString('hex')];
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-'));

  /** Runs an SQL file of deploy/postgres, in which the names of the database roles are replaced. */
  async function runFile(address: string, name: string): Promise<void> {
    const text = await readFile(join(root, 'deploy/postgres', name), 'utf8');
    await writeFile(
      join(folder, name),
      text.replaceAll('portcullis_owner', owner).replaceAll(/\bportcullis\b/g, service),
    );
    const passwords = { OWNER_PASSWORD: ownerPassword, SERVICE_PASSWORD: servicePassword };
    await run(folder, 'psql', [address, '-qv', 'ON_ERROR_STOP=1', '-f', name], passwords);
  }

  const as = (address: string, username: string, password: string): string =>
    Object.assign(new URL(address), { username, password }).href;
  const asOwner = (address: string): string => as(address, owner, ownerPassword);
  await runFile(url, 'roles.sql');
  return {
    owner,
    service,
    asOwner,
    asService: (address) => as(address, service, servicePassword),
    restrict: (address) => runFile(asOwner(address), 'restrict.sql'),
    drop: async () => {
      const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
      await run(folder, 'psql', [server, '-Atqc', `DROP ROLE IF EXISTS ${owner}, ${service}`]);
      await rm(folder, { recursive: true });
    },
  };
}
