import { expect } from 'chai';
import { aDelivery, aUser, aWebhook } from '@portcullis/testing/internal/builders';
import { aFactor } from '@portcullis/testing/internal/factors';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { UnreadableSecret, type SecretBox } from '../../src/ports/system.ts';
import { reencryptSecrets } from '../../src/secrets/reencrypt-secrets.ts';

/** Returns a box with these keys, which writes the key and the context into what it seals. */
const boxWith = (first: string, ...former: readonly string[]): SecretBox => ({
  seal: (secret, context) => `v1.${first}.${context}|${secret}`,
  open: (sealed, context) => {
    const [, key = '', owner, secret = ''] = /^v1\.(\w+)\.(.*)\|(.*)$/.exec(sealed) ?? [];
    if (![first, ...former].includes(key) || owner !== context) throw new UnreadableSecret('The key is missing.');
    return secret;
  },
  keyIds: () => [first, ...former],
});

describe('The secrets of an installation', () => {
  let world: InMemoryWorld;
  const old = boxWith('old');
  const [user, webhook] = [aUser(), aWebhook()];
  const factor = aFactor({ userId: user.id });
  const mail = aDelivery({ kind: 'mail' });
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [user] });
    await world.run(async (tx) => {
      await tx.secretsKeys.setCurrent('new');
      const previousSecret = old.seal('before', webhook.id);
      await tx.webhooks.add({ ...webhook, secret: old.seal('now', webhook.id), previousSecret });
      await tx.factors.add({ ...factor, sealedSecret: old.seal('app', `factor ${factor.id}`) });
      const { payload } = mail;
      const data = { ...payload.data, sealedToken: old.seal('link', mail.id) };
      await tx.deliveries.add([{ ...mail, payload: { ...payload, data } }]);
    });
  });

  const reencrypt = (secretBox: SecretBox, dryRun = false) => reencryptSecrets({ ...world, secretBox })({ dryRun });
  const places = ['webhook', 'previousWebhook', 'factor', 'mail'] as const;
  const sealedWithout = async (keyId: string) => {
    const query = { keyId, after: undefined, limit: 10 };
    return (await Promise.all(places.map((place) => world.secretsKeys.sealedIn(place, query)))).flat();
  };

  it('are encrypted with the first key, after which the former one is not needed', async () => {
    const all = new Map(places.map((place) => [place, 1]));
    const box = boxWith('new', 'old');
    expect(await reencrypt(box, true)).to.deep.equal({ isCurrent: true, counts: all, unreadable: [] });
    expect(await sealedWithout('new')).to.have.length(4);
    expect((await reencrypt(box)).counts).to.deep.equal(all);
    expect(await sealedWithout('new')).to.deep.equal([]);
    const opened = (await sealedWithout('old')).map(({ id, sealed }) =>
      boxWith('new').open(sealed, id === factor.id ? `factor ${id}` : id),
    );
    expect(opened).to.deep.equal(['now', 'before', 'app', 'link']);
    expect((await reencrypt(box)).counts.size).to.equal(0);
  });

  it('stay as they are if a process encrypts with another key, or no key decrypts them', async () => {
    expect(await reencrypt(boxWith('newer', 'old'))).to.deep.include({ isCurrent: false });
    const { counts, unreadable } = await reencrypt(boxWith('new'));
    expect([counts.size, unreadable]).to.deep.equal([0, [webhook.id, webhook.id, factor.id, mail.id]]);
    expect(await sealedWithout('old')).to.deep.equal([]);
  });
});
