import type { Client, LiveMessage } from '@portcullis/client';
import type { LiveProvider } from '@refinedev/core';
import { singular } from './resource-names.ts';

/** Ends a subscription of the live provider. */
export type Unsubscribe = () => void;

type Subscribe = Parameters<LiveProvider['subscribe']>[0];
type LiveSubscription = Pick<Subscribe, 'channel' | 'types' | 'callback'>;

/** What a message is about, in the terms of refine. */
interface Change {
  readonly type: 'created' | 'updated' | 'deleted' | '*';
  /** Undefined if all lists may have changed. */
  readonly record?: { readonly resource: string; readonly id: string };
}

/** Returns what has changed; undefined if nothing has that lists show. */
function changeOf(message: LiveMessage): Change | undefined {
  if ('id' in message.data) {
    const resource = resourceOf(message.type);
    const type = message.type.slice(resource.length + 1);
    const record = { resource, id: message.data.id };
    return { type: type === 'created' || type === 'deleted' ? type : 'updated', record };
  }
  return message.type === 'reset' || message.type === 'access.changed' ? { type: '*' } : undefined;
}

/** Returns the resource of an event in the singular: `content`, or two words such as `acme.project`. */
const resourceOf = (type: string): string =>
  type.startsWith('content.') ? 'content' : type.split('.').slice(0, 2).join('.');

const isFor = ({ channel, types }: LiveSubscription, { type, record }: Change): boolean =>
  record === undefined ||
  (singular(channel) === `resources/${record.resource}` && (types.includes('*') || types.includes(type)));

/**
 * The live provider of refine: lists and pages of contents, and of resources of your own, are read again when somebody
 * changes an entry, and all of them if messages may be missing. One stream serves all subscriptions; it is open while there are any.
 * @example
 * const portcullis = createClient();
 * const provider = liveProvider(portcullis);
 * const unsubscribe = provider.subscribe({
 *   channel: 'resources/contents',
 *   types: ['*'],
 *   callback: ({ payload }) => console.log(payload.ids),
 * });
 */
export function liveProvider(client: Pick<Client, 'stream'>) {
  const subscriptions = new Set<LiveSubscription>();
  let open: AbortController | undefined;

  async function listen(signal: AbortSignal): Promise<void> {
    for await (const message of client.stream({ signal })) {
      const change = changeOf(message);
      if (change === undefined) continue;
      const payload = change.record === undefined ? {} : { ids: [change.record.id] };
      for (const subscription of subscriptions) {
        const { channel, callback } = subscription;
        if (isFor(subscription, change)) callback({ channel, type: change.type, payload, date: new Date() });
      }
    }
  }

  return {
    subscribe: (subscription: LiveSubscription): Unsubscribe => {
      subscriptions.add(subscription);
      if (open === undefined) {
        open = new AbortController();
        // The stream ends with an error if the service refuses it. Pages then show their data without live updates.
        void listen(open.signal).catch(() => undefined);
      }
      return () => {
        subscriptions.delete(subscription);
        if (subscriptions.size > 0) return;
        open?.abort();
        open = undefined;
      };
    },
    unsubscribe: (unsubscribe: Unsubscribe): void => unsubscribe(),
  };
}
