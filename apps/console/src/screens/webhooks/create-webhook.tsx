import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { CopyField, Dialog } from '../../parts/actions.tsx';
import { CheckboxField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { bodyOf, newWebhook } from './webhook-values.ts';
import { Button } from '../../parts/elements.tsx';

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
