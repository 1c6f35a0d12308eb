import type { Schemas } from '@portcullis/client';
import { replayBody, updateWebhookBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { localTimeOf, timeOf, timeZone } from '../../forms/local-time.ts';
import { changesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt, CopyField, StatusActions } from '../../parts/actions.tsx';
import { Button, choicesOf, Fact, Panel, ScreenHead, StatusTag, Time, Timestamps } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { notify, confirmFirst } from '../../parts/notices.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { bodyOf, valuesOf, WebhookFields } from './webhook-fields.tsx';

/** Shows the settings of a webhook. */
function WebhookProfile({ webhook, onSaved }: { readonly webhook: Schemas['Webhook']; readonly onSaved: () => void }) {
  const text = texts().webhooks;
  const common = texts().common;
  const { id, previousSecretUntil, createdAt, updatedAt } = webhook;
  const form = useForm({
    limits: updateWebhookBody,
    initial: valuesOf(webhook),
    save: async (values, stored) => {
      await api.patch('/api/webhooks/{id}', {
        params: { path: { id } },
        body: changesOf(bodyOf(stored), bodyOf(values)),
      });
      notify(common.saved);
      onSaved();
    },
  });
  return (
    <Panel title={text.profile}>
      <FormView form={form} isReadOnly={!can('updateWebhook')}>
        <WebhookFields form={form} />
      </FormView>
      <dl class="facts">
        <Fact label={text.previousSecret}>
          <Time value={previousSecretUntil} />
        </Fact>
        <Timestamps createdAt={createdAt} updatedAt={updatedAt} />
      </dl>
    </Panel>
  );
}

/** The states of deliveries that the receiver has not accepted. */
const pendingStates = ['waiting', 'failed'] as const;

/** Says whether the receiver accepts the deliveries, what the last one was, and how many wait or have failed. */
function WebhookHealth({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const text = texts().webhooks;
  const { id, enabled, disabledReason, failingSince } = webhook;
  const deliveries = useLoad(
    async (signal) => {
      const read = (query: { readonly state?: (typeof pendingStates)[number] }) =>
        api.get('/api/webhooks/{id}/deliveries', {
          params: { path: { id }, query: { ...query, pageSize: 1 } },
          signal,
        });
      const [all, waiting, failed] = await Promise.all([read({}), ...pendingStates.map((state) => read({ state }))]);
      return { last: all?.items[0], counts: { waiting: waiting?.total ?? 0, failed: failed?.total ?? 0 } };
    },
    [id],
    concerns('webhook', id),
  );
  return (
    <Panel title={text.health}>
      {disabledReason === null ? (
        <p>
          <StatusTag isEnabled={enabled} />
        </p>
      ) : (
        <p class="form-problem">{text.reasons[disabledReason]}</p>
      )}
      {failingSince === null ? undefined : (
        <p class="form-problem" role="alert">
          {text.failing} <Time value={failingSince} />
        </p>
      )}
      <LoadBoundary of={deliveries}>
        {({ last, counts }) =>
          last === undefined ? (
            <p class="quiet">{text.noDelivery}</p>
          ) : (
            <>
              <p>
                {pendingStates.map((state) => (
                  <a key={state} class="tag" href={hrefOf(`/webhooks/${id}/deliveries?state=${state}`)}>
                    {text.states[state]}: {counts[state]}
                  </a>
                ))}
              </p>
              <h3>{text.lastDelivery}</h3>
              <DeliveryFacts delivery={last} />
            </>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000];

/**
 * Returns the last 24 hours. The inputs omit the seconds, so the current time would exclude the events of this minute.
 * The end is therefore one minute from now.
 */
const lastDay = () => {
  const now = Date.now();
  return { from: localTimeOf(now - dayMs), to: localTimeOf(now + minuteMs) };
};

/** The form that sends the events of a period again. */
function WebhookReplay({ id }: { readonly id: string }) {
  const text = texts().webhooks;
  const form = useForm({
    limits: replayBody,
    initial: lastDay(),
    draft: false,
    save: async ({ from, to }) => {
      const body = { from: timeOf('from', from) ?? '', to: timeOf('to', to) ?? '' };
      const { queued } = await api.post('/api/webhooks/{id}/replay', { params: { path: { id } }, body });
      notify(text.replayed({ count: queued }));
    },
  });
  return (
    <Panel title={text.replay}>
      <p class="hint">{text.replayHint({ zone: timeZone() })}</p>
      <FormView form={form} action={text.replay} isMain={false}>
        <div class="field-row">
          <TextField form={form} name="from" />
          <TextField form={form} name="to" />
        </div>
      </FormView>
    </Panel>
  );
}

/**
 * The form that creates a new secret for a webhook. During the chosen time, requests are also signed with the old
 * secret.
 */
function WebhookSecret({ id, onRotated }: { readonly id: string; readonly onRotated: () => void }) {
  const text = texts().webhooks;
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const form = useForm<{ readonly overlap: string }>({
    initial: { overlap: '86400' },
    draft: false,
    save: async ({ overlap }) => {
      const question = { title: text.rotateTitle, consequence: text.rotateConsequence, action: text.rotate };
      if (!(await confirmFirst(question))) return;
      const params = { path: { id } };
      const rotated = await api.post('/api/webhooks/{id}/rotate-secret', {
        params,
        body: { overlap: Number(overlap) },
      });
      setSecret(rotated.secret);
      onRotated();
    },
  });
  return (
    <Panel title={text.secret}>
      <p class="hint">{text.rotateHint}</p>
      <FormView form={form} action={text.rotate} isMain={false}>
        <SelectField form={form} name="overlap" label={text.overlap} choices={choicesOf(text.overlaps)} />
      </FormView>
      {secret === undefined ? undefined : <CopyField label={text.secretOf} value={secret} />}
    </Panel>
  );
}

/** Shows the button that sends a test event, and then the response of the receiver. */
function WebhookTest({ id }: { readonly id: string }) {
  const text = texts().webhooks;
  const [isSending, setSending] = useState(false);
  const [delivery, setDelivery] = useState<Schemas['Delivery'] | undefined>(undefined);

  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    await attempt(async () => setDelivery(await api.post('/api/webhooks/{id}/test', { params: { path: { id } } })));
    setSending(false);
  }

  return (
    <Panel title={text.test}>
      <p class="hint">{text.testHint}</p>
      <Button isBusy={isSending} onClick={send}>
        {isSending ? text.sending : text.sendTest}
      </Button>
      <div role="status">{delivery === undefined ? undefined : <DeliveryFacts delivery={delivery} />}</div>
    </Panel>
  );
}

/** The screen of a webhook: its settings, its secret, test events, and events to send again. */
export function Webhook({ id, title, up }: ScreenProps) {
  const text = texts().webhooks;
  const params = { path: { id } };
  const webhook = useLoad((signal) => api.get('/api/webhooks/{id}', { params, signal }), [id], concerns('webhook', id));
  const countWaiting = async (): Promise<number> => {
    const query = { state: 'waiting', pageSize: 1 } as const;
    return (await api.get('/api/webhooks/{id}/deliveries', { params: { ...params, query } })).total;
  };
  return (
    <>
      <ScreenHead title={webhook.data?.url ?? title} up={up}>
        {can('listDeliveries') ? (
          <a class="button" href={hrefOf(`/webhooks/${id}/deliveries`)}>
            {text.deliveries}
          </a>
        ) : undefined}
        {webhook.data === undefined ? undefined : (
          <StatusActions
            name={webhook.data.url}
            status={webhook.data.enabled ? 1 : 0}
            text={{
              ...text,
              disableTitle: () => text.disableTitle,
              deleteTitle: () => text.deleteTitle,
              deletedNotice: () => text.deletedNotice,
            }}
            countAffected={countWaiting}
            saveStatus={ifAllowed('updateWebhook', (to) =>
              api.patch('/api/webhooks/{id}', { params, body: { enabled: to === 1 } }),
            )}
            remove={ifAllowed('deleteWebhook', () => api.delete('/api/webhooks/{id}', { params }))}
            listPath="/webhooks"
            onChanged={webhook.reload}
          />
        )}
      </ScreenHead>
      <LoadBoundary of={webhook} skeleton="panels">
        {(found) => (
          <div class="panels">
            {can('listDeliveries') ? <WebhookHealth webhook={found} /> : undefined}
            {can('testWebhook') ? <WebhookTest id={id} /> : undefined}
            <WebhookProfile webhook={found} onSaved={webhook.reload} />
            {can('rotateWebhookSecret') ? <WebhookSecret id={id} onRotated={webhook.reload} /> : undefined}
            {can('replayEvents') ? <WebhookReplay id={id} /> : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
