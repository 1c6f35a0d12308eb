import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button, choicesOf, isKeyOf, ScreenHead, Time, timeText } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { eventGroups } from '../../resources/event-names.ts';
import { hrefOf } from '../../routing/location.ts';
import { api, ifAllowed } from '../../session/session.ts';
import { DeliveryFacts, DeliveryState } from './delivery-facts.tsx';

type Delivery = Schemas['Delivery'];

interface DeliveryActions {
  readonly onView: (delivery: Delivery) => void;
  /** If undefined, the person may not send a delivery again. */
  readonly onRetry: ((delivery: Delivery) => unknown) | undefined;
}

const deliveryColumns = ({ onView, onRetry }: DeliveryActions): readonly Column<Delivery, 'createdAt'>[] => {
  const text = texts().webhooks;
  return [
    timeColumn('createdAt', text.added),
    { name: 'type', label: text.type, cell: ({ type }) => <code>{type}</code> },
    {
      name: 'state',
      label: text.state,
      cell: ({ state, error }) => (
        <>
          <DeliveryState state={state} />
          {error === null ? undefined : <p class="quiet">{error}</p>}
        </>
      ),
    },
    { name: 'attempts', label: text.attempts, isMinor: true, isNumber: true, cell: ({ attempts }) => attempts },
    {
      name: 'nextAttemptAt',
      label: text.nextAttempt,
      isMinor: true,
      cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} />,
    },
    {
      name: 'response',
      label: text.response,
      isMinor: true,
      isNumber: true,
      cell: ({ responseStatus }) => responseStatus ?? '–',
    },
    {
      name: 'actions',
      label: text.delivery,
      cell: (delivery) => {
        const { type, createdAt } = delivery;
        const time = timeText(createdAt);
        return (
          <div class="cell-actions">
            <Button label={text.viewOf({ type, time })} onClick={() => onView(delivery)}>
              {text.view}
            </Button>
            {onRetry === undefined ? undefined : (
              <Button label={text.retryOf({ type, time })} onClick={() => onRetry(delivery)}>
                {text.retry}
              </Button>
            )}
          </div>
        );
      },
    },
  ];
};

/** Returns the choices of the filter: the type of test events, and all event types. */
const typeChoices = () => [
  { value: 'webhook.test', label: texts().webhooks.test },
  ...eventGroups().flatMap(({ types }) => types),
];

/** Lists the deliveries to a webhook, by default newest first, with their states and the receiver's responses. */
export function Deliveries({ id, title }: ScreenProps) {
  const text = texts().webhooks;
  const [viewed, setViewed] = useState<Delivery | undefined>(undefined);
  const deliveries = useList(
    { filters: ['state', 'type'], sorts: ['createdAt'] },
    (query, { state, ...filters }, signal) =>
      api.get('/api/webhooks/{id}/deliveries', {
        params: { path: { id }, query: { ...query, ...filters, ...(isKeyOf(text.states, state) && { state }) } },
        signal,
      }),
    id,
  );

  const retry = ({ id: deliveryId }: Delivery) =>
    attempt(
      () => api.post('/api/webhooks/{id}/deliveries/{deliveryId}/retry', { params: { path: { id, deliveryId } } }),
      { done: text.retried, after: deliveries.reload },
    );

  return (
    <>
      <ScreenHead title={text.deliveries} up={{ href: hrefOf(`/webhooks/${id}`), label: title }}>
        <Button onClick={deliveries.reload}>{text.refresh}</Button>
      </ScreenHead>
      <ListView
        title={text.deliveries}
        list={deliveries}
        columns={() => deliveryColumns({ onView: setViewed, onRetry: ifAllowed('retryDelivery', retry) })}
        filters={[
          { name: 'state', label: text.state, choices: choicesOf(text.states) },
          { name: 'type', label: text.type, choices: typeChoices() },
        ]}
      />
      {viewed === undefined ? undefined : (
        <Dialog title={text.delivery} onClose={() => setViewed(undefined)} wide>
          <DeliveryFacts delivery={viewed} />
        </Dialog>
      )}
    </>
  );
}
