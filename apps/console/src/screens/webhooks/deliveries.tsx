import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { attempt, Dialog, notify } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/table.tsx';
import { FilterBar, choicesOf } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { listQuery, readListState, hrefOf, currentLocation } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { eventGroups } from '../../resources/event-messages.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { webhooksMessages } from './messages.ts';

type Delivery = Schemas['Delivery'];

const list = { filters: ['state', 'type'], sorts: ['createdAt'] } as const;

const isState = (text: string | undefined): text is Delivery['state'] =>
  text !== undefined && text in webhooksMessages().states;

/** Returns the choices of the filter: the type of test events, and all event types. */
const typeChoices = () => [
  { value: 'webhook.test', label: webhooksMessages().test },
  ...eventGroups().flatMap(({ types }) => types),
];

/** Lists the deliveries to a webhook, by default newest first, with their states and the receiver's responses. */
export function Deliveries({ id, title }: ScreenProps) {
  const text = webhooksMessages();
  const [viewed, setViewed] = useState<Delivery | undefined>(undefined);
  const state = readListState(currentLocation.value.query, list);
  const { type, state: wanted } = state.filters;
  const query = {
    ...listQuery(state),
    ...(type === undefined ? {} : { type }),
    ...(isState(wanted) ? { state: wanted } : {}),
  };
  const deliveries = useLoad(
    (signal) => api.get('/api/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }),
    [id, JSON.stringify(query)],
  );

  async function retry({ id: deliveryId }: Delivery): Promise<void> {
    const path = { id, deliveryId };
    if (await attempt(() => api.post('/api/webhooks/{id}/deliveries/{deliveryId}/retry', { params: { path } }))) {
      notify(text.retried);
    }
    deliveries.reload();
  }

  return (
    <>
      <ScreenHead title={text.deliveries} up={{ href: hrefOf(`/webhooks/${id}`), label: title }}>
        <Button onClick={deliveries.reload}>{text.refresh}</Button>
      </ScreenHead>
      <FilterBar
        state={state}
        filters={[
          {
            name: 'state',
            label: text.state,
            choices: choicesOf(text.states),
          },
          { name: 'type', label: text.type, choices: typeChoices() },
        ]}
      />
      <LoadBoundary of={deliveries}>
        {(page) => (
          <DataTable
            caption={text.deliveries}
            columns={deliveryColumns({ onView: setViewed, onRetry: (delivery) => void retry(delivery) })}
            page={page}
            state={state}
            idOf={(delivery) => delivery.id}
          />
        )}
      </LoadBoundary>
      {viewed === undefined ? undefined : (
        <Dialog title={text.delivery} onClose={() => setViewed(undefined)} wide>
          <DeliveryFacts delivery={viewed} />
        </Dialog>
      )}
    </>
  );
}
