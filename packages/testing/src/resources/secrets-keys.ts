import type { Clock, SecretsKeyRepository } from '@portcullis/application';
import type { State } from '../tables/state.ts';

const keyIdOf = (sealed: string | null): readonly string[] => {
  const id = /^v1\.([^.]+)\./.exec(sealed ?? '')?.[1];
  return id === undefined ? [] : [id];
};

export const repository = (state: State, { now }: Clock): SecretsKeyRepository => ({
  lockAll: async () => {
    const keys = [...state.secretsKeys];
    const webhooks = [...state.webhooks.values()].flatMap(({ secret, previousSecret, previousSecretUntil }) => [
      secret,
      previousSecretUntil !== null && previousSecretUntil > now() ? previousSecret : null,
    ]);
    const factors = [...state.factors.values()].map((factor) =>
      factor.kind === 'totp' && factor.confirmedAt !== null ? factor.sealedSecret : null,
    );
    return {
      current: keys.find(([, use]) => use === 'current')?.[0],
      used: [...new Set([...webhooks, ...factors].flatMap(keyIdOf))].toSorted(),
      lost: keys.filter(([, use]) => use === 'lost').map(([id]) => id),
    };
  },
  setCurrent: async (current) => {
    for (const [id, use] of state.secretsKeys) if (use === 'current') state.secretsKeys.delete(id);
    state.secretsKeys.set(current, 'current');
  },
  setLost: async (ids) => {
    for (const id of ids) state.secretsKeys.set(id, 'lost');
  },
});
