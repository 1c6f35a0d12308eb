import { expect } from 'chai';
import { acceptLostSecretsKeys, checkSecretsKeys, compareSecretsKeys } from '../../src/secrets/check-secrets-keys.ts';
import { aWebhook } from '@portcullis/testing/internal/builders';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('The keys of stored secrets', () => {
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  type Keys = readonly [string, ...string[]];
  const boxWith = (...keys: Keys) => ({ work: world.work, secretBox: { keyIds: () => keys } });
  const check = (...keys: Keys) => checkSecretsKeys(boxWith(...keys))();
  const accept = (...keys: Keys) => acceptLostSecretsKeys(boxWith(...keys))();
  const addWebhook = (keyId: string) =>
    world.run((tx) => tx.webhooks.add(aWebhook({ secret: `v1.${keyId}.sealed`, previousSecret: null })));

  it('belong to the database from the first start, even before a secret is stored', async () => {
    expect(await check('a')).to.deep.equal([]);
    expect(await check('b')).to.deep.equal(['a']);
    expect(await check('a')).to.deep.equal([]);
  });

  it('include those of stored secrets', async () => {
    await addWebhook('a');
    expect(await check('b')).to.deep.equal(['a']);
    expect(await check('b', 'a')).to.deep.equal([]);
  });

  it('can be replaced while processes with the old order still start', async () => {
    await check('old');
    await addWebhook('old');
    expect(await check('old', 'new')).to.deep.equal([]);
    expect(await check('new', 'old')).to.deep.equal([]);
    expect(await check('old', 'new')).to.deep.equal([]);
    expect(await check('new', 'old')).to.deep.equal([]);
    expect(await check('old')).to.deep.equal(['new']);
    expect(await check('new')).to.deep.equal(['old']);
  });

  it('need no old key when no secret is encrypted with it any more', async () => {
    await check('old');
    await check('new', 'old');
    expect(await check('new')).to.deep.equal([]);
    expect(await check('old')).to.deep.equal(['new']);
  });

  it('are compared without a change: which are missing, still needed, or needed no more', async () => {
    await check('old');
    await addWebhook('old');
    const compare = (...keys: Keys) => compareSecretsKeys(boxWith(...keys))();
    expect(await compare('new')).to.deep.equal({ configured: ['new'], missing: ['old'], needed: [], unneeded: [] });
    expect(await compare('new', 'old', 'older')).to.deep.equal({
      configured: ['new', 'old', 'older'],
      missing: [],
      needed: ['old'],
      unneeded: ['older'],
    });
    expect(await check('old')).to.deep.equal([]);
  });

  it('can be declared lost', async () => {
    await check('lost');
    await addWebhook('lost');
    expect(await check('new')).to.deep.equal(['lost']);
    expect(await accept('new')).to.deep.equal(['lost']);
    expect(await accept('new')).to.deep.equal([]);
    expect(await check('new')).to.deep.equal([]);
    expect(await check('other')).to.deep.equal(['new']);
  });

  it('are decided by one of two first starts', async () => {
    const missing = await Promise.all([check('a'), check('b')]);
    expect(missing).to.deep.equal([[], ['a']]);
  });
});
