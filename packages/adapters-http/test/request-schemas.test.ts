import { expect } from 'chai';
import { document, errorPathsOf, type Operation } from './support/document.ts';
import type { Fields } from './support/field-kinds.ts';
import { fieldTable } from './support/field-table.ts';

/**
 * Fields whose format JSON Schema cannot express, or whose format depends on the installation. The descriptions of
 * these fields contain the format.
 */
const inexpressible = ['email', 'href', 'filter', 'from', 'to', 'lastLoginFrom', 'lastLoginTo', 'password'];

/** Fields that have a type in the API document although the validators accept any value. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'POST /auth/refresh': ['refreshToken'],
  'POST /auth/register': ['role', 'roles', 'roleCodes', 'roleIds', 'isAdmin'],
};

/** Returns true for values with NUL or a lone surrogate in a text, which JSON Schema cannot exclude. */
const isUnstorable = (value: unknown): boolean => /\\u0000|\\ud[89a-f]/.test(JSON.stringify(value));

/** Returns true for a list in which two items differ only in case, which JSON Schema cannot exclude. */
function hasCaseVariants(value: unknown): boolean {
  const items = Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [];
  return new Set(items.map((item) => item.toLowerCase())).size < new Set(items).size;
}

function operationAt(key: string): Operation {
  const [method = '', path = ''] = key.split(' ');
  const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
  return document.paths[address]?.[method.toLowerCase()] ?? expect.fail(`${key} is not documented.`);
}

/** Converts a query parameter to the type in its schema. */
function typed(text: string, { type }: Readonly<Record<string, unknown>>): unknown {
  if (type === 'array') return [text];
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** The service removes white space at the ends of a text before it checks the rules that the document contains. */
const isPadded = (value: unknown): boolean => typeof value === 'string' && value !== value.trim();

const namesWhere = (fields: Fields, holds: (field: Fields[string]) => boolean): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (holds(field) ? [name] : []));

describe('§2, §4: the API document and the validators', () => {
  it('accept a service account without a password and without an invitation', () => {
    const { requestBody } = operationAt('POST /users');
    const schema = requestBody?.content['application/json']?.schema ?? {};
    const account = { username: 'robot', email: 'robot@example.com' };
    expect(errorPathsOf(schema, { ...account, kind: 'SERVICE' })).to.deep.equal([]);
    expect(errorPathsOf(schema, account)).not.to.deep.equal([]);
  });

  for (const [key, { body, query }] of Object.entries(fieldTable)) {
    const operation = operationAt(key);

    if (body !== undefined) {
      const schema = operation.requestBody?.content['application/json']?.schema ?? {};
      const errorsOf = (name: string, value: unknown) =>
        errorPathsOf(schema, { [name]: value }).filter((path) => path.split('/')[1] === name);

      it(`agree on the body of ${key}`, () => {
        const required = namesWhere(body, ({ isRequired }) => isRequired);
        const lacking = errorPathsOf(schema, {}).map((path) => path.slice(1));
        expect(lacking).to.include.members([...required]);
        for (const [name, { good, bad, isNullable }] of Object.entries(body)) {
          if (expected[key]?.includes(name)) continue;
          expect(errorsOf(name, null).length === 0, `${name}: null`).to.equal(isNullable);
          for (const value of good) {
            if (isPadded(value)) continue;
            expect(errorsOf(name, value), `${name}: ${JSON.stringify(value)}`).to.deep.equal([]);
          }
          for (const value of bad) {
            if (inexpressible.includes(name) || isPadded(value) || isUnstorable(value) || hasCaseVariants(value))
              continue;
            expect(errorsOf(name, value), `${name}: ${JSON.stringify(value)}`).not.to.deep.equal([]);
          }
        }
      });
    }

    if (query !== undefined) {
      it(`agree on the query of ${key}`, () => {
        const parameters = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
        expect(parameters.map(({ name }) => name)).to.have.members(Object.keys(query));
        for (const { name = '', required, schema = {} } of parameters) {
          const field = query[name] ?? expect.fail(name);
          expect(required, name).to.equal(field.isRequired);
          for (const value of field.parameters.good)
            expect(errorPathsOf(schema, typed(value, schema)), `${name}: ${value}`).to.deep.equal([]);
          for (const value of field.parameters.bad) {
            if (inexpressible.includes(name) || isUnstorable(value)) continue;
            expect(errorPathsOf(schema, typed(value, schema)), `${name}: ${value}`).not.to.deep.equal([]);
          }
        }
      });
    }
  }
});
