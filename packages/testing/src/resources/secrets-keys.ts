import {
  sealedPlaces,
  type Clock,
  type SealedPlace,
  type SealedSecrets,
  type SecretsKeyRepository,
  type SecretsKeyViews,
} from '@portcullis/application/internal/ports/system';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/secrets-keys.ts')];

const keyIdOf = (sealed: string | null): readonly string[] => {
  const id = /^v1\.([^.]+)\./.exec(sealed ?? '')?.[1];
  return id === undefined ? [] : [id];
};

/** A stored secret, and a function that replaces it. */
interface StoredSecret extends Pick<SealedSecrets, 'kind'> {
  readonly id: Id<string>;
  /** The name of the owner. */
  readonly name: string | null;
  readonly sealed: string | null;
  /** Whether the secret is still needed. */
  readonly isUsed: boolean;
  readonly replace: (sealed: string) => void;
}

function storedIn(state: State, place: SealedPlace, now: Date): readonly StoredSecret[] {
  const { webhooks, factors, deliveries, users } = state;
  switch (place) {
    case 'webhook':
    case 'previousWebhook': {
      const field = place === 'webhook' ? 'secret' : 'previousSecret';
      return [...webhooks.values()].map((webhook) => ({
        kind: 'webhook',
        id: webhook.id,
        name: webhook.url,
        sealed: webhook[field],
        isUsed: place === 'webhook' || (webhook.previousSecretUntil ?? now) > now,
        replace: (sealed) => webhooks.set(webhook.id, { ...webhook, [field]: sealed }),
      }));
    }
    case 'factor':
      return [...factors.values()].flatMap((factor): StoredSecret | readonly StoredSecret[] =>
        factor.kind !== 'totp'
          ? []
          : {
              kind: 'factor',
              id: factor.id,
              name: users.get(factor.userId)?.username ?? null,
              sealed: factor.sealedSecret,
              isUsed: factor.confirmedAt !== null,
              replace: (sealedSecret) => factors.set(factor.id, { ...factor, sealedSecret }),
            },
      );
    case 'mail':
      return [...deliveries.values()].map((delivery) => {
        const { data } = delivery.payload;
        const token = data['sealedToken'];
        return {
          kind: 'mail',
          id: delivery.id,
          name: null,
          sealed: typeof token === 'string' ? token : null,
          isUsed: delivery.kind === 'mail' && delivery.state === 'waiting',
          replace: (sealedToken) =>
            deliveries.set(delivery.id, {
              ...delivery,
              payload: { ...delivery.payload, data: { ...data, sealedToken } },
            }),
        };
      });
  }
}

/** Returns the secrets that are still needed. */
const usedIn = (state: State, now: Date): readonly StoredSecret[] =>
  sealedPlaces.flatMap((place) => storedIn(state, place, now)).filter(({ isUsed }) => isUsed);

export const views = (now: () => State, clock: Clock): SecretsKeyViews => ({
  sealed: async (limit) => {
    const found = usedIn(now(), clock.now()).flatMap(({ sealed, kind, name }) =>
      keyIdOf(sealed).map((keyId) => ({ keyId, kind, name })),
    );
    const groups = new Map<string, SealedSecrets>();
    for (const { keyId, kind, name } of sortedBy(found, (each) => [each.keyId, each.kind, each.name])) {
      const { count = 0, names = [] } = groups.get(`${keyId} ${kind}`) ?? {};
      const isNew = name !== null && names.length < limit && !names.includes(name);
      groups.set(`${keyId} ${kind}`, { keyId, kind, count: count + 1, names: isNew ? [...names, name] : names });
    }
    return [...groups.values()];
  },
  sealedIn: async (place, { keyId, after, limit }) =>
    sortedBy(storedIn(now(), place, clock.now()), ({ id }) => [id])
      .flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]))
      .filter(({ id, sealed }) => (after === undefined || id > after) && keyIdOf(sealed).some((each) => each !== keyId))
      .slice(0, limit),
  oldestSession: async () => {
    const live = [...now().sessions.values()].filter(({ expiresAt }) => expiresAt > clock.now());
    return sortedBy(live, ({ createdAt }) => [createdAt])[0]?.createdAt ?? null;
  },
});

export const repository = (state: State, { now }: Clock): SecretsKeyRepository => ({
  lockAll: async () => {
    const keys = [...state.secretsKeys];
    const used = usedIn(state, now()).filter(({ kind }) => kind !== 'mail');
    return {
      current: keys.find(([, use]) => use === 'current')?.[0],
      used: [...new Set(used.flatMap(({ sealed }) => keyIdOf(sealed)))].toSorted(),
      lost: keys.filter(([, use]) => use === 'lost').map(([id]) => id),
    };
  },
  setCurrent: async (current) => {
    for (const [id, use] of state.secretsKeys) if (use === 'current') state.secretsKeys.delete(id);
    state.secretsKeys.set(current, 'current');
  },
  replaceSealed: async (place, secrets) => {
    const stored = storedIn(state, place, now());
    const replaced = secrets.flatMap(({ id, sealed, resealed }) =>
      stored.filter((each) => each.id === id && each.sealed === sealed).map(({ replace }) => replace(resealed)),
    );
    return replaced.length;
  },
  setLost: async (ids) => {
    for (const id of ids) state.secretsKeys.set(id, 'lost');
  },
});
