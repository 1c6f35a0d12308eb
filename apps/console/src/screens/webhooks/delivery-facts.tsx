import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screens.tsx';
import { Fact, Time } from '../../parts/elements.tsx';

type Delivery = Schemas['Delivery'];

const classes = { waiting: 'tag', delivered: 'tag tag-good', failed: 'tag tag-off' } as const;

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <span class={classes[state]}>{texts().webhooks.states[state]}</span>
);

/** Shows a delivery: its state, its event, its attempts and the last response of the receiver. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const text = texts().webhooks;
  const { type, messageId, state, attempts, createdAt, nextAttemptAt, lastAttemptAt } = delivery;
  const { responseStatus, responseBody, error } = delivery;
  return (
    <>
      <dl class="facts">
        <Fact label={text.state}>
          <DeliveryState state={state} />
        </Fact>
        <Fact label={text.type}>
          <code>{type}</code>
        </Fact>
        <Fact label={text.message}>
          {type === 'webhook.test' ? (
            <code>{messageId}</code>
          ) : (
            <ScreenLink path={`/activity/${messageId}`}>
              <code>{messageId}</code>
            </ScreenLink>
          )}
        </Fact>
        <Fact label={text.attempts}>{attempts}</Fact>
        <Fact label={text.added}>
          <Time value={createdAt} />
        </Fact>
        <Fact label={text.lastAttempt}>
          <Time value={lastAttemptAt} />
        </Fact>
        <Fact label={text.nextAttempt}>
          <Time value={nextAttemptAt} />
        </Fact>
        <Fact label={text.response}>{responseStatus ?? '–'}</Fact>
        <Fact label={text.error}>{error ?? '–'}</Fact>
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
