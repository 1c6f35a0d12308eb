import { randomUUID } from 'node:crypto';
import { isId, type ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { apiKeyTokens } from '../src/adapters/api-key-tokens.ts';

const anId = (id: string = randomUUID()): ApiKeyId => (isId<'ApiKey'>(id) ? id : expect.fail('This is no id.'));

describe('the text of an API key', () => {
  it('contains the id and a random secret, and consists of letters, digits and two underscores', () => {
    const ids = [
      anId('00000000-0000-0000-0000-000000000000'),
      anId('ffffffff-ffff-ffff-ffff-ffffffffffff'),
      ...Array.from({ length: 200 }, () => anId()),
    ];
    for (const id of ids) {
      const [one, other] = [apiKeyTokens.create(id), apiKeyTokens.create(id)];
      expect(one.key).to.match(/^ptc_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/);
      expect(apiKeyTokens.read(one.key)).to.deep.equal({ id, secretHash: one.secretHash });
      expect(one.secretHash).to.match(/^[\w-]{43}$/);
      expect([one.key, one.secretHash]).not.to.include.members([other.key]);
      expect(one.secretHash).not.to.equal(other.secretHash);
    }
  });

  it('is refused without a request if one character is changed, missing or added', () => {
    const { key } = apiKeyTokens.create(anId());
    for (let at = 0; at < key.length; at += 1) {
      const changed = key.charAt(at) === 'x' ? 'y' : 'x';
      expect(apiKeyTokens.read(`${key.slice(0, at)}${changed}${key.slice(at + 1)}`)).to.equal(undefined);
      expect(apiKeyTokens.read(`${key.slice(0, at)}${key.slice(at + 1)}`)).to.equal(undefined);
      expect(apiKeyTokens.read(`${key.slice(0, at)}x${key.slice(at)}`)).to.equal(undefined);
    }
    for (const text of ['', 'ptc_', `${key}\n`, key.toLowerCase()]) expect(apiKeyTokens.read(text)).to.equal(undefined);
  });
});
