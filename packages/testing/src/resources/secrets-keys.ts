import type {
  Clock,
  SealedPlace,
  SealedSecrets,
  SecretsKeyRepository,
  SecretsKeyViews,
} from '@portcullis/application/internal/ports/system';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/secrets-keys.ts')];

const keyIdOf = (sealed: string | null): readonly string[] => {
  const id = /^v1\.([^.]+)\./.exec(sealed ?? '')?.[1];
  return id === undefined ? [] : [id];
};

/** A sealed secret, and the name of its owner. */
interface Sealed extends Pick<SealedSecrets, 'kind'> {
  readonly name: string | null;
  readonly sealed: string | null;
}

function sealedIn(state: State, now: Date): readonly Sealed[] {
  const webhooks = [...state.webhooks.values()].flatMap(
    ({ url: name, secret, previousSecret, previousSecretUntil }) => [
      { kind: 'webhook' as const, name, sealed: secret },
      ...(previousSecretUntil !== null && previousSecretUntil > now
        ? [{ kind: 'webhook' as const, name, sealed: previousSecret }]
        : []),
    ],
  );
  const factors = [...state.factors.values()].flatMap((factor) =>
    factor.kind === 'totp' && factor.confirmedAt !== null
      ? [
          {
            kind: 'factor' as const,
            name: state.users.get(factor.userId)?.username ?? null,
            sealed: factor.sealedSecret,
          },
        ]
      : [],
  );
  const mails = [...state.deliveries.values()].flatMap(({ kind, state: stage, payload }) => {
    const token: unknown = payload.data['sealedToken'];
    return kind === 'mail' && stage === 'waiting' && typeof token === 'string'
      ? [{ kind: 'mail' as const, name: null, sealed: token }]
      : [];
  });
  return [...webhooks, ...factors, ...mails];
}

/** A stored secret, and a function that replaces it. */
interface StoredSecret {
  readonly id: Id<string>;
  readonly sealed: string | null;
  readonly replace: (sealed: string) => void;
}

function storedIn({ webhooks, factors, deliveries }: State, place: SealedPlace): readonly StoredSecret[] {
  switch (place) {
    case 'webhook':
    case 'previousWebhook': {
      const name = place === 'webhook' ? 'secret' : 'previousSecret';
      return [...webhooks.values()].map((webhook) => ({
        id: webhook.id,
        sealed: webhook[name],
        replace: (sealed) => webhooks.set(webhook.id, { ...webhook, [name]: sealed }),
      }));
    }
    case 'factor':
      return [...factors.values()].flatMap((factor) =>
        factor.kind !== 'totp'
          ? []
          : [
              {
                id: factor.id,
                sealed: factor.sealedSecret,
                replace: (sealedSecret) => factors.set(factor.id, { ...factor, sealedSecret }),
              },
            ],
      );
    case 'mail':
      return [...deliveries.values()].map((delivery) => {
        const { data } = delivery.payload;
        const token = data['sealedToken'];
        return {
          id: delivery.id,
          sealed: typeof token === 'string' ? token : null,
          replace: (sealedToken) =>
            deliveries.set(delivery.id, {
              ...delivery,
              payload: { ...delivery.payload, data: { ...data, sealedToken } },
            }),
        };
      });
  }
}

export const views = (now: () => State, clock: Clock): SecretsKeyViews => ({
  sealed: async (limit) => {
    const found = sealedIn(now(), clock.now()).flatMap(({ sealed, ...each }) =>
      keyIdOf(sealed).map((keyId) => ({ keyId, ...each })),
    );
    const groups = new Map<string, readonly (typeof found)[number][]>();
    for (const each of found) {
      const group = `${each.keyId} ${each.kind}`;
      groups.set(group, [...(groups.get(group) ?? []), each]);
    }
    const counted = [...groups.values()].flatMap((all) => {
      const [first] = all;
      if (first === undefined) return [];
      const names = [...new Set(all.flatMap(({ name }) => name ?? []))].toSorted().slice(0, limit);
      return [{ keyId: first.keyId, kind: first.kind, count: all.length, names }];
    });
    return sortedBy(counted, ({ keyId, kind }) => [keyId, kind]);
  },
  sealedIn: async (place, { keyId, after, limit }) =>
    sortedBy(storedIn(now(), place), ({ id }) => [id])
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
    const used = sealedIn(state, now()).filter(({ kind }) => kind !== 'mail');
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
    const stored = storedIn(state, place);
    const replaced = secrets.flatMap(({ id, sealed, resealed }) =>
      stored.filter((each) => each.id === id && each.sealed === sealed).map(({ replace }) => replace(resealed)),
    );
    return replaced.length;
  },
  setLost: async (ids) => {
    for (const id of ids) state.secretsKeys.set(id, 'lost');
  },
});
