import type { Schemas } from '@portcullis/client';
import { webhookBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { CheckboxField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { CopyField, CreateButton } from '../../parts/actions.tsx';
import { Button, Labels, ScreenHead, StatusTag, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { go, hrefOf } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { bodyOf, newWebhook, WebhookFields } from './webhook-fields.tsx';

/** Creates a webhook, and then shows its secret. The service returns the secret only once. */
function CreateWebhook({ onCancel }: { readonly onCancel: () => void }) {
  const text = texts().webhooks;
  const [created, setCreated] = useState<Schemas['WebhookSecret'] | undefined>(undefined);
  const form = useForm({
    limits: webhookBody,
    initial: newWebhook,
    save: async (values) => setCreated(await api.post('/api/webhooks', { body: bodyOf(values) })),
  });
  if (created === undefined) {
    return (
      <FormView form={form} action={text.create} onCancel={onCancel}>
        <WebhookFields form={form} autoFocus />
        <CheckboxField form={form} name="enabled" label={text.enabledLabel} />
      </FormView>
    );
  }
  return (
    <>
      <p>{text.secretHint}</p>
      <CopyField label={text.secret} value={created.secret} />
      <div class="form-actions">
        <Button kind="main" onClick={() => go(`/webhooks/${created.webhook.id}`)}>
          {text.goOn}
        </Button>
      </div>
    </>
  );
}

/** The fields by which the list of webhooks can be sorted. */
const sorts = ['url', 'createdAt', 'updatedAt'] as const;

const columns = (): readonly Column<Schemas['Webhook'], (typeof sorts)[number]>[] => {
  const text = texts().webhooks;
  const common = texts().common;
  return [
    {
      name: 'url',
      label: texts().fields.url,
      sort: 'url',
      cell: ({ id, url, description }) => (
        <>
          <a href={hrefOf(`/webhooks/${id}`)}>{url}</a>
          {description === null ? undefined : <p class="quiet">{description}</p>}
        </>
      ),
    },
    { name: 'types', label: text.types, isMinor: true, cell: ({ types }) => <Labels of={types} /> },
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
    timeColumn('createdAt', common.created, { isMinor: true }),
  ];
};

/** The list of webhooks. A webhook is a URL to which the service sends events. */
export function Webhooks({ title }: ScreenProps) {
  const text = texts().webhooks;
  const webhooks = useList({ filters: [], sorts, kind: 'webhook' }, (query, _filters, signal) =>
    api.get('/api/webhooks', { params: { query }, signal }),
  );
  return (
    <>
      <ScreenHead title={title}>
        {can('createWebhook') ? (
          <CreateButton label={text.create}>{(close) => <CreateWebhook onCancel={close} />}</CreateButton>
        ) : undefined}
      </ScreenHead>
      <ListView title={title} list={webhooks} columns={columns} searchIn={text.searchIn} emptyHint={text.empty} />
    </>
  );
}
