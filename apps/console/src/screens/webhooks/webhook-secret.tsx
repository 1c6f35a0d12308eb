import { useState } from 'preact/hooks';
import { confirmFirst, CopyField } from '../../parts/actions.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { choicesOf } from '../../parts/filter-bar.tsx';
import { Panel } from '../../parts/elements.tsx';

interface WebhookSecretProps {
  readonly id: string;
  readonly onRotated: () => void;
}

/**
 * The form that creates a new secret for a webhook. During the chosen time, requests are also signed with the old
 * secret.
 */
export function WebhookSecret({ id, onRotated }: WebhookSecretProps) {
  const text = webhooksMessages();
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const form = useForm<{ readonly overlap: string }>(
    {
      initial: { overlap: '86400' },
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
    },
    id,
  );
  return (
    <Panel title={text.secret}>
      <p class="hint">{text.rotateHint}</p>
      <FormView form={form} action={text.rotate}>
        <SelectField form={form} name="overlap" label={text.overlap} choices={choicesOf(text.overlaps)} />
      </FormView>
      {secret === undefined ? undefined : <CopyField label={text.secretOf} value={secret} />}
    </Panel>
  );
}
