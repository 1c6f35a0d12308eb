import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { localTimeOf, timeOf, timeZone } from '../../forms/local-time.ts';
import { notify } from '../../parts/actions.tsx';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { Panel } from '../../parts/elements.tsx';

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
export function WebhookReplay({ id }: { readonly id: string }) {
  const text = webhooksMessages();
  const form = useForm(
    {
      initial: lastDay(),
      save: async ({ from, to }) => {
        const body = { from: timeOf('from', from) ?? '', to: timeOf('to', to) ?? '' };
        const { queued } = await api.post('/api/webhooks/{id}/replay', { params: { path: { id } }, body });
        notify(text.replayed(queued));
      },
    },
    id,
  );
  return (
    <Panel title={text.replay}>
      <p class="hint">{text.replayHint(timeZone())}</p>
      <FormView form={form} action={text.replay}>
        <div class="field-row">
          <TextField form={form} name="from" label={text.from} kind="datetime-local" />
          <TextField form={form} name="to" label={text.to} kind="datetime-local" />
        </div>
      </FormView>
    </Panel>
  );
}
