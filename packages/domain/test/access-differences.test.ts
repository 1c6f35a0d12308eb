import { expect } from 'chai';
import { accessDifferences } from '../src/access/access-differences.ts';
import { explainAccess } from '../src/access/explain-access.ts';
import { aRole, aRoleIf, factsOf, type Given } from './access-questions.ts';

const inFolder = { attr: 'resource.folder', eq: 'a' } as const;
const strict = { requiresFactor: true };

function access(given: Given) {
  const facts = factsOf(given);
  return explainAccess(facts, facts.users[0] ?? expect.fail('There is no user.'));
}

/** Returns in which sessions, and under which conditions, the permission is gained and lost. */
function compare(before: Given, after: Given) {
  const { gains, loses } = accessDifferences(access(before), access(after));
  return [gains, loses].map((items) =>
    items.filter(({ kind }) => kind === 'permission').map(({ sessions, condition }) => [sessions, condition]),
  );
}

describe('accessDifferences', () => {
  const none: Given = { roles: [] };
  const plain: Given = { roles: [aRole(1)] };
  const proved: Given = { roles: [aRole(1, strict)] };
  const limited: Given = { roles: [aRoleIf(1, inFolder)] };
  const cases: readonly [title: string, before: Given, after: Given, gains: unknown[], loses: unknown[]][] = [
    ['nothing if nothing changes', plain, plain, [], []],
    ['a permission in all sessions', none, plain, [['all', null]], []],
    ['a permission in sessions with a factor', none, proved, [['with-factor', null]], []],
    ['the sessions without a factor', plain, proved, [], [['without-factor', null]]],
    ['a permission under a condition', none, limited, [['all', inFolder]], []],
    ['a condition instead of all resources', plain, limited, [['all', inFolder]], [['all', null]]],
    ['nothing through a disabled role', none, { roles: [aRole(1, { status: 0 })] }, [], []],
    [
      'nothing through a disabled role that needs a factor',
      none,
      { roles: [aRole(1, { ...strict, status: 0 })] },
      [],
      [],
    ],
    ['nothing by a condition beside all resources', plain, { roles: [aRole(1), aRoleIf(2, inFolder)] }, [], []],
    ['nothing by a factor beside a role without one', plain, { roles: [aRole(1), aRole(2, strict)] }, [], []],
    [
      'a condition without a factor beside all resources with one',
      none,
      { roles: [aRole(1, strict), aRoleIf(2, inFolder)] },
      [
        ['all', inFolder],
        ['with-factor', null],
      ],
      [],
    ],
  ];
  for (const [title, before, after, gains, loses] of cases)
    it(`tells ${title}`, () => expect(compare(before, after)).to.deep.equal([gains, loses]));

  it('compares with a user who does not exist before or after', () => {
    const kinds = (items: readonly { readonly kind: string }[]) => items.map(({ kind }) => kind);
    const all = ['role', 'permission', 'menu', 'menu', 'menu'];
    const created = accessDifferences(undefined, access(plain));
    const deleted = accessDifferences(access(plain), undefined);
    expect([kinds(created.gains), kinds(created.loses)]).to.deep.equal([all, []]);
    expect([kinds(deleted.gains), kinds(deleted.loses)]).to.deep.equal([[], all]);
    expect(accessDifferences(undefined, undefined)).to.deep.equal({ gains: [], loses: [] });
  });
});
