import type { Schemas } from '@portcullis/client';
import { FormView, useForm } from '../../forms/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { notify } from '../../parts/actions.tsx';
import { Time, Timestamps, Fact, Panel } from '../../parts/elements.tsx';
import { changesOf } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { bodyOf, valuesOf } from './webhook-values.ts';

interface WebhookProfileProps {
  readonly webhook: Schemas['Webhook'];
  readonly onSaved: () => void;
}

/** Shows the settings of a webhook, and whether its deliveries succeed. */
export function WebhookProfile({ webhook, onSaved }: WebhookProfileProps) {
  const text = webhooksMessages();
  const common = commonMessages();
  const { id, disabledReason, failingSince, previousSecretUntil, createdAt, updatedAt } = webhook;
  const form = useForm(
    {
      initial: valuesOf(webhook),
      save: async (values, stored) => {
        await api.patch('/api/webhooks/{id}', {
          params: { path: { id } },
          body: changesOf(bodyOf(stored), bodyOf(values)),
        });
        notify(common.saved);
        onSaved();
      },
    },
    id,
  );
  return (
    <Panel title={text.profile}>
      {disabledReason === null ? undefined : <p class="form-problem">{text.reasons[disabledReason]}</p>}
      <FormView form={form}>
        <WebhookFields form={form} />
      </FormView>
      <dl class="facts">
        <Fact label={text.failingSince}>
          <Time value={failingSince} />
        </Fact>
        <Fact label={text.previousSecret}>
          <Time value={previousSecretUntil} />
        </Fact>
        <Timestamps createdAt={createdAt} updatedAt={updatedAt} />
      </dl>
    </Panel>
  );
}
