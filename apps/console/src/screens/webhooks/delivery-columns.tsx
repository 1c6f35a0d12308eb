import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { Time, timeText, Button } from '../../parts/elements.tsx';
import { DeliveryState } from './delivery-facts.tsx';
import { webhooksMessages } from './messages.ts';

type Delivery = Schemas['Delivery'];

interface DeliveryActions {
  readonly onView: (delivery: Delivery) => void;
  readonly onRetry: (delivery: Delivery) => void;
}

export const deliveryColumns = ({ onView, onRetry }: DeliveryActions): readonly Column<Delivery, 'createdAt'>[] => {
  const text = webhooksMessages();
  return [
    {
      name: 'createdAt',
      label: text.added,
      sort: 'createdAt',
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
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
    {
      name: 'attempts',
      label: text.attempts,
      isMinor: true,
      isNumber: true,
      cell: ({ attempts }) => attempts,
    },
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
            <Button label={text.viewOf(type, time)} onClick={() => onView(delivery)}>
              {text.view}
            </Button>
            <Button label={text.retryOf(type, time)} onClick={() => onRetry(delivery)}>
              {text.retry}
            </Button>
          </div>
        );
      },
    },
  ];
};
