import type { Schemas } from '@portcullis/client';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/location.ts';
import { webhooksMessages } from './messages.ts';

type Delivery = Schemas['Delivery'];

const classes = { waiting: 'tag', delivered: 'tag tag-good', failed: 'tag tag-off' } as const;

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <span class={classes[state]}>{webhooksMessages().states[state]}</span>
);

/** Shows a delivery: its state, its event, its attempts and the last response of the receiver. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const text = webhooksMessages();
  const { type, messageId, state, attempts, createdAt, nextAttemptAt, lastAttemptAt } = delivery;
  const { responseStatus, responseBody, error } = delivery;
  return (
    <>
      <dl class="facts">
        <dt>{text.state}</dt>
        <dd>
          <DeliveryState state={state} />
        </dd>
        <dt>{text.type}</dt>
        <dd>
          <code>{type}</code>
        </dd>
        <dt>{text.message}</dt>
        <dd>
          {type === 'webhook.test' ? (
            <code>{messageId}</code>
          ) : (
            <a href={hrefOf(`/activity/${messageId}`)}>
              <code>{messageId}</code>
            </a>
          )}
        </dd>
        <dt>{text.attempts}</dt>
        <dd>{attempts}</dd>
        <dt>{text.added}</dt>
        <dd>
          <Time value={createdAt} />
        </dd>
        <dt>{text.lastAttempt}</dt>
        <dd>
          <Time value={lastAttemptAt} />
        </dd>
        <dt>{text.nextAttempt}</dt>
        <dd>
          <Time value={nextAttemptAt} />
        </dd>
        <dt>{text.response}</dt>
        <dd>{responseStatus ?? '–'}</dd>
        <dt>{text.error}</dt>
        <dd>{error ?? '–'}</dd>
      </dl>
      {responseBody === null || responseBody === '' ? undefined : (
        <>
          <h3>{text.responseBody}</h3>
          <pre class="response-body" role="region" aria-label={text.responseBody} tabIndex={0}>
            {responseBody}
          </pre>
        </>
      )}
    </>
  );
}
