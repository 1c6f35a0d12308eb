import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import type { Variable, Variables } from '../src/config/variable.ts';
import { providerVariables, variables } from '../src/config/variables.ts';
import { logTo } from '../src/observability/log.ts';
import { root } from './architecture/files.ts';

const header = '| Variable | Default | Meaning |\n| --- | --- | --- |\n';
/** The table of variables in a document. */
const table = /\| Variable +\| Default +\| Meaning +\|\n(?:\|.*\n)+/;

/** The documents that describe the variables, and what stands there before each name and each link. */
const documents: readonly (readonly [path: string, variables: Variables, prefix: string, docs: string])[] = [
  ['docs/reference/configuration.md', variables, '', '../'],
  ['docs/identity.md', providerVariables, 'OIDC_<KEY>_', ''],
];

const rowsOf = (described: Variables, prefix: string, docs: string): string =>
  Object.values(described)
    .map(({ name, needs, help, ...variable }: Variable) => {
      const condition = needs === undefined ? '' : `; needs ${needs.names.map((each) => `\`${each}\``).join(' and ')}`;
      return `| \`${prefix}${name}\` | ${defaultOf(variable)} | ${help.replaceAll('](docs/', `](${docs}`)}${condition} |\n`;
    })
    .join('');

function defaultOf(variable: Omit<Variable, 'name' | 'help'>): string {
  if (variable.shownDefault !== undefined) return variable.shownDefault;
  if (variable.isRequired) return 'required';
  if (variable.default === undefined) return 'unset';
  return variable.default === '' ? 'none' : `\`${variable.default}\``;
}

describe('The tables of variables in the documentation', () => {
  for (const [path, described, prefix, docs] of documents) {
    it(`are up to date in ${path}; npm run generate writes them`, () => {
      const file = join(root, path);
      const text = readFileSync(file, 'utf8');
      const expected = text.replace(table, () => header + rowsOf(described, prefix, docs));
      if (process.env['WRITE_REFERENCE'] === undefined) expect(text).to.equal(expected);
      else writeFileSync(file, expected);
    });
  }

  it('name only variables that exist', () => {
    const all: readonly Variable[] = Object.values(variables);
    const needed = all.flatMap(({ needs }) => needs?.names ?? []);
    expect(all.map(({ name }) => name)).to.include.members(needed);
  });
});

describe('The secrets of the configuration', () => {
  const own: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://user:pass%2Fword@127.0.0.1/db',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    PUBLIC_URL: 'https://cms.example.com',
    OIDC_PROVIDERS: 'corp',
    OIDC_CORP_ISSUER: 'https://id.example.com',
    OIDC_CORP_CLIENT_ID: 'client',
    OIDC_CORP_CLIENT_SECRET: 'secret-of-the-client',
  };
  const others = { JWT_SECRET: 'j'.repeat(32), ADMIN_PASSWORD: 'chosen-by-the-operator' };

  it('are the passwords of URLs and the values of secret variables, which the log hides in errors', () => {
    const { secrets } = readConfig({ ...own, ...others });
    const { SECRETS_KEY = '', OIDC_CORP_CLIENT_SECRET = '' } = own;
    const expected = ['pass/word', SECRETS_KEY, OIDC_CORP_CLIENT_SECRET, ...Object.values(others)];
    expect(secrets).to.have.members(expected);
    let text = '';
    const log = logTo({ write: (line: string) => void (text += line) }, 'info', secrets);
    log.error({ err: new Error(`refused: ${expected.join(' ')}`) }, 'failed');
    for (const secret of expected) expect(text).not.to.include(secret);
  });
});
