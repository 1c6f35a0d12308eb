import { expect } from 'chai';
import { holdersIn, permissionHoldersIn, type KeyFacts } from '../src/access/holders.ts';
import { aRole, factsOf, readId, type Given } from './access-questions.ts';
import { anId } from './support.ts';

const aKey = (number: number, name: string, given: Partial<KeyFacts> = {}): KeyFacts => ({
  id: anId(number),
  name,
  ownerId: anId(1),
  hasFactor: false,
  readOnly: false,
  ...given,
});
const keys = [aKey(3, 'b'), aKey(2, 'b', { hasFactor: true }), aKey(4, 'a'), aKey(5, 'c', { ownerId: anId(2) })];

describe('holdersIn', () => {
  const holders = (given: Given) =>
    holdersIn(factsOf(given), ({ roles }) => roles.find(({ code }) => code === 'ROLE_1')).map(
      ({ kind, id, username, needsFactor }) => [kind, id, username, needsFactor],
    );

  it('returns the users who have a role, and whether they need a second factor', () => {
    expect(holders({})).to.deep.equal([['user', anId(1), 'ada', false]]);
    expect(holders({ roles: [aRole(1, { requiresFactor: true })] })).to.deep.equal([['user', anId(1), 'ada', true]]);
  });

  it('leaves out users without the role, and those to whom it gives nothing', () => {
    expect(holders({ roles: [aRole(2)] })).to.deep.equal([]);
    expect(holders({ roles: [aRole(1, { status: 0 })] })).to.deep.equal([]);
    expect(holders({ user: 0 })).to.deep.equal([]);
  });
});

describe('permissionHoldersIn', () => {
  const keysIn = (given: Given, id = readId) =>
    permissionHoldersIn({ ...factsOf(given), apiKeys: keys }, id).map(({ username, apiKeys }) => [
      username,
      ...apiKeys.map((key) => `${key.name} ${key.id === anId(2)}`),
    ]);

  it('returns the keys of each holder, sorted by name and id', () => {
    expect(keysIn({})).to.deep.equal([['ada', 'a false', 'b true', 'b false']]);
  });

  it('returns only keys with a factor if the holder needs one', () => {
    expect(keysIn({ roles: [aRole(1, { requiresFactor: true })] })).to.deep.equal([['ada', 'b true']]);
  });

  it('returns keys that can only read only for permissions that certainly read', () => {
    const read = [aKey(2, 'r', { readOnly: true }), aKey(3, 'w')];
    const namesFor = (code: string) =>
      permissionHoldersIn({ ...factsOf({ permission: { code } }), apiKeys: read }, readId).flatMap(({ apiKeys }) =>
        apiKeys.map(({ name }) => name),
      );
    expect(namesFor('label.read')).to.deep.equal(['r', 'w']);
    expect(namesFor('content.read-drafts')).to.deep.equal(['r', 'w']);
    for (const code of ['label.update', 'label.create', 'access.evaluate', 'label.reader'])
      expect(namesFor(code), code).to.deep.equal(['w']);
  });

  it('returns nobody for a permission that nobody has or that does not exist', () => {
    expect(keysIn({ permission: { status: 0 } })).to.deep.equal([]);
    expect(keysIn({}, anId(9))).to.deep.equal([]);
  });
});
