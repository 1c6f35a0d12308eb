import type { Schemas } from '@portcullis/client';
import { attempt, notify } from '../../parts/actions.tsx';
import { useEditForm } from '../../forms/edit-form.ts';
import { TextField } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { timeOf, timeZone } from '../../forms/local-time.ts';
import { ifVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import { editorialMessages } from './editorial-messages.ts';
import { storedSchedule, type ScheduleValues } from './schedule-values.ts';
import { Button, Panel } from '../../parts/elements.tsx';

interface SchedulePanelProps {
  readonly content: Schemas['Content'];
  readonly onChanged: (content: Schemas['Content']) => void;
}

/**
 * The form that schedules when a content is published and unpublished. For a published content, only the time of
 * unpublishing can be set.
 */
export function SchedulePanel({ content, onChanged }: SchedulePanelProps) {
  const text = editorialMessages();
  const { id, version, status, publishAt, unpublishAt } = content;
  const path = { id };
  const read = () => api.get('/api/contents/{id}', { params: { path } });
  const form = useEditForm<ScheduleValues>(
    {
      stored: storedSchedule(content),
      read: async () => storedSchedule(await read()),
      write: async (values, _stored, expected) => {
        const params = { path, header: ifVersion(expected) };
        const body = {
          publishAt: timeOf('publishAt', values.publishAt),
          unpublishAt: timeOf('unpublishAt', values.unpublishAt),
        };
        const changed = await api.put('/api/contents/{id}/schedule', { params, body });
        onChanged(changed);
        return changed;
      },
      onSaved: () => undefined,
    },
    `${publishAt} ${unpublishAt}`,
  );

  const clear = () =>
    attempt(async () => {
      const params = { path, header: ifVersion(version) };
      onChanged(await api.delete('/api/contents/{id}/schedule', { params }));
      notify(text.scheduleCleared);
    });

  return (
    <Panel title={text.schedule}>
      <FormView
        form={form}
        action={text.setSchedule}
        note={
          publishAt === null && unpublishAt === null ? undefined : <Button onClick={clear}>{text.clearSchedule}</Button>
        }
      >
        <p class="hint">{text.scheduleHint(timeZone())}</p>
        <div class="field-row">
          {status === 'PUBLISHED' ? undefined : (
            <TextField form={form} name="publishAt" label={text.publishAt} kind="datetime-local" isOptional />
          )}
          <TextField form={form} name="unpublishAt" label={text.unpublishAt} kind="datetime-local" isOptional />
        </div>
      </FormView>
    </Panel>
  );
}
