import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { CopyField, Dialog } from '../../parts/actions.tsx';
import { CheckboxField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { go, listQuery, readListState, hrefOf, currentLocation } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { WebhookFields, bodyOf, newWebhook } from './webhook-fields.tsx';
import { Button, ScreenHead, StatusTag, Time } from '../../parts/elements.tsx';
import type { ScreenProps } from '../../navigation/screens.ts';
import { DataTable, type Column } from '../../parts/table.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, Empty } from '../../parts/load.tsx';
import { commonMessages } from '../../parts/messages.ts';

type Created = Schemas['WebhookSecret'];

interface FormProps {
  readonly onCreated: (created: Created) => void;
  readonly onCancel: () => void;
}

function CreateForm({ onCreated, onCancel }: FormProps) {
  const text = webhooksMessages();
  const form = useForm({
    initial: newWebhook,
    save: async (values) => onCreated(await api.post('/api/webhooks', { body: bodyOf(values) })),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <WebhookFields form={form} autoFocus />
      <CheckboxField form={form} name="enabled" label={text.enabledLabel} />
    </FormView>
  );
}

/** The dialog that creates a webhook and then shows its secret. The service returns the secret only once. */
export function CreateWebhook({ onClose }: { readonly onClose: () => void }) {
  const text = webhooksMessages();
  const [created, setCreated] = useState<Created | undefined>(undefined);
  if (created === undefined) {
    return (
      <Dialog title={text.create} onClose={onClose}>
        <CreateForm onCreated={setCreated} onCancel={onClose} />
      </Dialog>
    );
  }
  const open = (): void => go(`/webhooks/${created.webhook.id}`);
  return (
    <Dialog title={text.secretOf} onClose={open}>
      <p>{text.secretHint}</p>
      <CopyField label={text.secret} value={created.secret} />
      <div class="form-actions">
        <Button kind="main" onClick={open}>
          {text.goOn}
        </Button>
      </div>
    </Dialog>
  );
}

/** The fields by which the list of webhooks can be sorted. */
const sorts = ['url', 'createdAt', 'updatedAt'] as const;

const columns = (): readonly Column<Schemas['Webhook'], (typeof sorts)[number]>[] => {
  const text = webhooksMessages();
  const common = commonMessages();
  return [
    {
      name: 'url',
      label: text.url,
      sort: 'url',
      cell: ({ id, url, description }) => (
        <>
          <a href={hrefOf(`/webhooks/${id}`)}>{url}</a>
          {description === null ? undefined : <p class="quiet">{description}</p>}
        </>
      ),
    },
    {
      name: 'types',
      label: text.types,
      isMinor: true,
      cell: ({ types }) =>
        types.map((type) => (
          <span key={type} class="tag">
            {type}
          </span>
        )),
    },
    {
      name: 'enabled',
      label: common.status,
      cell: ({ enabled, disabledReason, failingSince }) => (
        <>
          <StatusTag isEnabled={enabled} />
          {disabledReason === null ? undefined : <p class="quiet">{text.reasons[disabledReason]}</p>}
          {failingSince === null ? undefined : (
            <p class="quiet">
              {text.failingSince} <Time value={failingSince} />
            </p>
          )}
        </>
      ),
    },
    {
      name: 'createdAt',
      label: common.created,
      sort: 'createdAt',
      isMinor: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
};

/** The list of webhooks. A webhook is a URL to which the service sends events. */
export function Webhooks({ title }: ScreenProps) {
  const text = webhooksMessages();
  const state = readListState(currentLocation.value.query, { filters: [], sorts });
  const [isCreating, setCreating] = useState(false);
  const query = listQuery(state);
  const webhooks = useLoad(
    (signal) => api.get('/api/webhooks', { params: { query }, signal }),
    [JSON.stringify(query)],
  );
  return (
    <>
      <ScreenHead title={title}>
        <Button kind="main" onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      </ScreenHead>
      <FilterBar state={state} searchIn={text.searchIn} filters={[]} />
      <LoadBoundary of={webhooks}>
        {(page) =>
          page.total === 0 && state.search === '' ? (
            <Empty hint={text.empty} />
          ) : (
            <DataTable caption={title} columns={columns()} page={page} state={state} idOf={({ id }) => id} />
          )
        }
      </LoadBoundary>
      {isCreating ? <CreateWebhook onClose={() => setCreating(false)} /> : undefined}
    </>
  );
}
