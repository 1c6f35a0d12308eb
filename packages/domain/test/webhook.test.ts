import { expect } from 'chai';
import fc from 'fast-check';
import {
  afterAttempt,
  checkWebhookTypes,
  failingMs,
  matchesType,
  signingSecrets,
  webhookLimits,
  changedWebhook,
  withRotatedSecret,
  type Webhook,
} from '../src/events/webhook.ts';
import { aDay, anId, refusalKind, refusalOf } from './support.ts';

const webhook: Webhook = {
  id: anId(1),
  url: 'https://receiver.example.com/',
  types: ['*'],
  description: null,
  enabled: true,
  disabledReason: null,
  failingSince: null,
  startPosition: 3,
  secret: 'first',
  previousSecret: null,
  previousSecretUntil: null,
  createdAt: aDay(1),
  updatedAt: aDay(1),
};
const later = (ms: number): Date => new Date(aDay(1).getTime() + ms);

describe('The types of a webhook', () => {
  const table: readonly (readonly [pattern: string, type: string, matches: boolean])[] = [
    ['user.created', 'user.created', true],
    ['user.created', 'user.createdLater', false],
    ['user.*', 'user.created', true],
    ['user.*', 'user.roles.changed', true],
    ['user.*', 'userGroup.created', false],
    ['user.*', 'user', false],
    ['user.roles.*', 'user.roles.changed', true],
    ['user.roles.*', 'user.created', false],
    ['*', 'content.published', true],
  ];
  for (const [pattern, type, matches] of table) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} ${type}`, () => {
      expect(matchesType([pattern], type)).to.equal(matches);
      expect(matchesType(['tag.created', pattern], type)).to.equal(matches);
    });
  }

  it('are valid if they are an event type, `*`, or a prefix such as `user.*`', () => {
    const { pattern } = webhookLimits.type;
    for (const good of ['*', 'user.created', 'user.*', 'user.roles.*', 'accessControl.imported']) {
      expect(pattern.test(good), good).to.equal(true);
    }
    for (const bad of [
      '',
      '.*',
      'user*',
      '*.created',
      'user.**',
      'User.created',
      'user..created',
      'user.',
      'user. *',
    ]) {
      expect(pattern.test(bad), bad).to.equal(false);
    }
  });
});

describe('The types of a changed webhook', () => {
  const known = ['user.created', 'user.roles.changed', 'acme.note.created'];

  it('are refused, each with its place, if they match no type of events', () => {
    checkWebhookTypes(['*', 'user.created', 'user.roles.*', 'acme.*'], known);
    for (const pattern of ['user.craeted', 'usr.*', 'user.created.*', 'acme']) {
      const refusal = refusalOf(() => checkWebhookTypes(['user.*', pattern], known));
      expect(refusal, pattern).to.deep.include({
        refusal: 'unknown-event-types',
        details: [{ field: 'types[1]', message: `No event has the type ${pattern}.` }],
      });
    }
  });

  it('may be stored ones, whose module may have been removed', () => {
    const stored = ['gone.note.*'];
    checkWebhookTypes(['user.*', 'gone.note.*'], known, stored);
    expect(refusalKind(() => checkWebhookTypes(['gone.note.created'], known, stored))).to.equal('unknown-event-types');
  });
});

describe('A webhook', () => {
  it('is disabled when its receiver is gone', () => {
    const gone = afterAttempt(webhook, 'gone', aDay(2));
    expect(gone).to.include({ enabled: false, disabledReason: 'gone' });
  });

  it('is disabled when all attempts have failed for five days', () => {
    const failing = afterAttempt(webhook, 'failure', aDay(1));
    expect(failing.failingSince).to.deep.equal(aDay(1));
    expect(afterAttempt(failing, 'failure', later(failingMs - 1))).to.include({ enabled: true });
    expect(afterAttempt(failing, 'failure', later(failingMs))).to.include({
      enabled: false,
      disabledReason: 'failing',
    });
    const recovered = afterAttempt(failing, 'success', later(failingMs - 1));
    expect(afterAttempt(recovered, 'failure', later(failingMs)).enabled).to.equal(true);
  });

  it('is disabled only after five days of failures without a success, in any sequence of attempts', () => {
    const attempts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: failingMs })), { maxLength: 20 });
    fc.assert(
      fc.property(attempts, (series) => {
        let [current, now, since] = [webhook, 0, -1];
        for (const [isSuccess, pauseMs] of series) {
          now += pauseMs;
          since = isSuccess ? -1 : since < 0 ? now : since;
          const wasEnabled = current.enabled;
          current = afterAttempt(current, isSuccess ? 'success' : 'failure', later(now));
          expect(current.enabled).to.equal(wasEnabled && (since < 0 || now - since < failingMs));
        }
      }),
    );
  });

  it('receives only later events after an administrator has enabled it', () => {
    const gone = afterAttempt(webhook, 'gone', aDay(2));
    const enabled = changedWebhook(gone, { enabled: true }, 99, aDay(3));
    expect(enabled).to.include({ enabled: true, disabledReason: null, failingSince: null, startPosition: 99 });
    const disabled = changedWebhook(webhook, { enabled: false }, 99, aDay(3));
    expect(disabled).to.include({ enabled: false, disabledReason: null, startPosition: 3 });
    const renamed = changedWebhook(gone, { description: 'x' }, 99, aDay(3));
    expect(renamed).to.include({ enabled: false, disabledReason: 'gone', startPosition: 3, description: 'x' });
  });

  it('signs with both secrets until the overlap ends', () => {
    const rotated = withRotatedSecret(webhook, 'second', 1000, aDay(2));
    const until = aDay(2).getTime() + 1000;
    expect(signingSecrets(rotated, new Date(until - 1))).to.deep.equal(['second', 'first']);
    expect(signingSecrets(rotated, new Date(until))).to.deep.equal(['second']);
    expect(signingSecrets(withRotatedSecret(webhook, 'second', 0, aDay(2)), aDay(2))).to.deep.equal(['second']);
  });
});
