import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '@portcullis/server';
import { compareLogs, missingFrom, wrongStatuses } from './compare.ts';
import type { Block } from './read-blocks.ts';
import { Terminal } from './terminal.ts';

const maxMs = 600_000;
const password = 'first-administrator-1';
const database = 'portcullis_docs';
/** The commands of the pages create these databases and roles, which a session removes at the end of its pages. */
const databases = ['portcullis', 'portcullis_restored', 'restored'];
const roles = ['portcullis', 'portcullis_owner'];
const server = 'postgres://postgres@127.0.0.1:5432';

/** The command that starts a service of this repository, for pages that presuppose one. */
const service = `node "$PORTCULLIS_ROOT/apps/server/dist/src/main.js"`;

/** Runs the blocks of pages that belong together, as one reader does. */
export class Session {
  readonly #root: string;
  readonly #folder: string;
  readonly #clone: string;
  readonly #terminals = new Map<string, Terminal>();
  #output = '';
  #programs = 0;

  /** @param root the repository, which is built @param folder an empty folder, which gets a clone */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    this.#clone = join(folder, 'portcullis');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, this.#clone]);
  }

  static inTemporaryFolder = (root: string): Session =>
    new Session(root, mkdtempSync(join(tmpdir(), 'portcullis-docs-')));

  #terminal(name: string): Terminal {
    const known = this.#terminals.get(name);
    if (known) return known;
    const cwd = name === 'main' || name === 'service' ? this.#clone : this.#terminal('main').cwd;
    const prelude = readFileSync(join(this.#root, 'apps/docs/blocks/prelude.sh'), 'utf8');
    const variables = { PORTCULLIS_ROOT: this.#root, PGHOST: '127.0.0.1', PGUSER: 'postgres' };
    const terminal = new Terminal(cwd, variables, prelude);
    this.#terminals.set(name, terminal);
    return terminal;
  }

  /** Starts a service with an empty database and logs in, for a page that presupposes this. */
  async #startService(variables: string): Promise<void> {
    this.#sql(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `CREATE DATABASE ${database}`);
    const settings = `export DATABASE_URL=${server}/${database} ${variables}`;
    const command = `ADMIN_PASSWORD=${password} ${service}`;
    await this.#terminal('service').start(`${settings}\n${command}`, 'listens on', maxMs);
    await this.#terminal('main').run(`${settings}\nlog_in ${password}`, maxMs);
  }

  #sql(...statements: readonly string[]): void {
    const args = statements.flatMap((statement) => ['-c', statement]);
    execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `${server}/postgres`, ...args], { stdio: 'pipe' });
  }

  /** Replaces what readers replace: the password of the administrator, and the host of the database. */
  #filled(text: string): string {
    const [, printed = password] = /^ *Password +(\S+)/m.exec(this.#terminal('service').log) ?? [];
    return text.replaceAll(/'the password[^']*'/g, `'${printed}'`).replaceAll('@db/', '@127.0.0.1/');
  }

  /** Runs a block. @returns a note about what was not compared @throws {Error} if the block is wrong */
  async run(block: Block): Promise<string> {
    const [, withService, variables = '', before = ''] =
      /^(a service(?: with (.+))?$)?\n?([\s\S]*)$/m.exec(block.before) ?? [];
    if (withService !== undefined) await this.#startService(variables);
    if (before.trim() !== '') await this.#terminal('main').run(this.#filled(before), maxMs);
    return this.#runAction(block);
  }

  async #runAction({ action, text, language, given }: Block): Promise<string> {
    const main = this.#terminal('main');
    switch (action.kind) {
      case 'shell':
        await this.#runShell(action, this.#filled(text));
        return '';
      case 'file':
        writeFileSync(join(main.cwd, action.name), text);
        if (language === 'ts') this.#check(main.cwd, text);
        return '';
      case 'program':
        this.#output = await main.run(this.#program(text, language, given), maxMs);
        return '';
      case 'output':
        return this.#expectNone(missingFrom(this.#output, text));
      case 'log': {
        const { wrong, unseen } = compareLogs(this.#terminal('service').log, text);
        this.#expectNone(wrong);
        return unseen.length > 0 ? ` (not compared: ${unseen.join('; ')})` : '';
      }
      case 'settings':
        readConfig(parseEnv(text));
        return '';
      case 'sql':
        this.#sql(`BEGIN; ${given}; ${text}; ROLLBACK`);
        return '';
      case 'json':
        JSON.parse(/^\s*[{[]/.test(text) ? text : `{${text}}`);
        return '';
      case 'copy':
        if (text !== readFileSync(join(this.#root, action.path), 'utf8'))
          throw new Error(`The block is no longer the same as ${action.path}.`);
        return '';
      case 'none':
        return '';
    }
  }

  async #runShell(
    { terminal: name, until }: { readonly terminal: string; readonly until?: string },
    text: string,
  ): Promise<void> {
    const terminal = this.#terminal(name);
    if (until !== undefined) {
      this.#output = await terminal.start(text, until, maxMs);
      return;
    }
    this.#output = await terminal.run(text, maxMs);
    this.#expectNone(wrongStatuses(text, this.#output));
    this.#output = this.#output.replaceAll(/<status \d{3}>/g, '');
  }

  #expectNone(wrong: readonly string[]): string {
    if (wrong.length > 0) throw new Error(`Not as on the page: ${wrong.join('; ')}\n${this.#output}`);
    return '';
  }

  /** Type-checks a file of TypeScript that readers save in a project of their own. */
  #check(cwd: string, text: string): void {
    const file = join(cwd, 'checked.mts');
    writeFileSync(file, text);
    this.#compile(cwd, '--noEmit', file);
    rmSync(file);
  }

  #compile(cwd: string, ...args: readonly string[]): void {
    const options = ['--ignoreConfig', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(this.#root, 'node_modules/@types')];
    try {
      execFileSync(join(this.#root, 'node_modules/.bin/tsc'), [...options, ...types, ...args], { cwd, stdio: 'pipe' });
    } catch (error) {
      throw new Error(
        `The program does not compile:\n${String(error instanceof Error && 'stdout' in error ? error.stdout : error)}`,
        { cause: error },
      );
    }
  }

  /** Writes a program into the package of the server, which can import all packages. @returns the command that runs it */
  #program(text: string, language: string, given: string): string {
    const folder = join(this.#root, 'apps/server/dist/doc-blocks');
    mkdirSync(folder, { recursive: true });
    const name = join(folder, `block-${++this.#programs}`);
    const [before = '', after = ''] = given.split(/^ *\/\/ the block\n?/m);
    const file = language === 'ts' ? `${name}.ts` : `${name}.js`;
    writeFileSync(file, `${before}\n${text}\n${after}\nexport {};\n`);
    if (language === 'ts') this.#compile(folder, file);
    return `node --import file://${this.#root}/apps/docs/blocks/redirect.js ${name}.js`;
  }

  /** @throws {Error} if the server already has something that the pages create and this session would remove */
  expectNothingToLose(): void {
    const names = [...databases, ...roles].map((name) => `'${name}'`).join();
    const query = `SELECT datname FROM pg_database WHERE datname IN (${names}) UNION SELECT rolname FROM pg_roles WHERE rolname IN (${names})`;
    const found = execFileSync('psql', ['-Atc', query, `${server}/postgres`], { encoding: 'utf8' }).trim();
    if (found !== '')
      throw new Error(`The PostgreSQL server already has ${found.replaceAll('\n', ', ')}. Use another server.`);
  }

  /** Ends all terminals, and removes the data of the services of these pages. */
  async endPages(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map((terminal) => terminal.close()));
    this.#terminals.clear();
    rmSync(join(this.#clone, '.data'), { recursive: true, force: true });
    this.#sql(...databases.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    this.#sql(...roles.map((name) => `DROP ROLE IF EXISTS ${name}`));
  }

  /** Removes everything. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    rmSync(join(this.#root, 'apps/server/dist/doc-blocks'), { recursive: true, force: true });
    this.#sql(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  }
}
