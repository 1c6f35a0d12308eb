import { attemptDelaysMs, type Delivery } from '@portcullis/domain/internal/events/delivery';
import { expect } from 'chai';
import { sendDeliveries } from '../../src/deliveries/send-deliveries.ts';
import { mailDeliverySender, queueMail } from '../../src/mail/mails.ts';
import { webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import { aDelivery, anId } from '@portcullis/testing/internal/builders';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('Mails', () => {
  const userId = anId<'User'>();
  const minuteMs = 60_000;
  let world: InMemoryWorld;
  let expiresAt: Date;

  beforeEach(() => {
    world = new InMemoryWorld();
    expiresAt = new Date(world.clock.now().getTime() + minuteMs);
  });

  const queue = (fields: Partial<Parameters<typeof queueMail>[2]> = {}) =>
    world.run((tx) =>
      queueMail(tx, world, {
        purpose: 'invitation',
        userId,
        expiresAt,
        token: 'a token',
        to: 'ada@example.com',
        username: 'ada',
        language: 'zh',
        ...fields,
      }),
    );
  /** Returns the only queued delivery. */
  const queued = async (): Promise<Delivery> => {
    const senders = { webhook: webhookDeliverySender(world), mail: mailDeliverySender(world) };
    const [taken] = await sendDeliveries({ ...world, senders, random: () => 0 }).take([]);
    return taken?.delivery ?? expect.fail('There is no delivery.');
  };
  const attempt = (delivery: Delivery) => mailDeliverySender(world).attempt(delivery);
  const ended = { responseStatus: null, responseBody: null };

  it('are sent with the fields that were queued, and with the token in clear text', async () => {
    await queue({ apiKeys: ['Backup'] });
    const delivery = await queued();
    expect(delivery.payload).to.deep.include({ type: 'mail.invitation', subject: `user/${userId}` });
    expect(await attempt(delivery)).to.deep.equal(world.mails.result);
    expect(world.mails.sent).to.deep.equal([
      {
        messageId: delivery.id,
        to: 'ada@example.com',
        username: 'ada',
        purpose: 'invitation',
        language: 'zh',
        token: 'a token',
        apiKeys: ['Backup'],
        expiresAt,
      },
    ]);
  });

  it('may have no link, and name no API keys', async () => {
    await queue({ token: null, purpose: 'email-change-notice' });
    await attempt(await queued());
    expect(world.mails.sent[0]).to.deep.include({ token: null, apiKeys: [], purpose: 'email-change-notice' });
  });

  it('are not sent if nobody is to receive them, as if they had been', async () => {
    await queue({ to: null });
    expect(await attempt(await queued())).to.deep.equal({ ...ended, result: 'success', error: null });
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('are not sent from the time on at which their link expires', async () => {
    await queue();
    const delivery = await queued();
    world.clock.advance(minuteMs - 1);
    expect((await attempt(delivery)).result).to.equal('success');
    world.clock.advance(1);
    const error = 'The link in the mail has expired.';
    expect(await attempt(delivery)).to.deep.equal({ ...ended, result: 'gone', error });
    expect(world.mails.sent).to.have.lengthOf(1);
  });

  it('are given up if their token cannot be decrypted', async () => {
    await queue();
    const delivery = { ...(await queued()), id: anId<'Delivery'>() };
    const { result, error } = await attempt(delivery);
    expect(result).to.equal('gone');
    expect(error).to.match(/SECRETS_KEY/);
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('of a later release are not sent, but stay queued', async () => {
    await queue();
    const delivery = await queued();
    const changed = (fields: Readonly<Record<string, unknown>>) => ({
      ...delivery,
      payload: { ...delivery.payload, data: { ...delivery.payload.data, ...fields } },
    });
    for (const [fields, message] of [
      [{ purpose: 'farewell' }, /farewell/],
      [{ username: 7 }, /username/],
    ] as const) {
      const error: unknown = await attempt(changed(fields)).catch((failure: unknown) => failure);
      expect(error).to.be.an.instanceOf(Error).with.property('message').that.matches(message);
    }
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('are removed with their token after the final attempt, and only then', async () => {
    const isKeptAfter = async (attempts: number, result: 'success' | 'failure' | 'gone') => {
      const fresh = new InMemoryWorld();
      const delivery = { ...aDelivery({ kind: 'mail' }), attempts };
      await fresh.run(async (tx) => {
        await tx.deliveries.add([delivery]);
        const store = await mailDeliverySender(fresh).lock(tx, delivery);
        await store({ ...ended, result, error: null });
      });
      return (await fresh.deliveries.nextDue()) !== undefined;
    };
    expect(await isKeptAfter(0, 'failure')).to.equal(true);
    expect(await isKeptAfter(0, 'success')).to.equal(false);
    expect(await isKeptAfter(0, 'gone')).to.equal(false);
    expect(await isKeptAfter(attemptDelaysMs.length - 1, 'failure')).to.equal(false);
  });
});
