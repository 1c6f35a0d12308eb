import { ifVersion, type Schemas } from '@portcullis/client';
import { scheduleBody } from '@portcullis/client/fields';
import { useState, useEffect } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { localTimeOf, timeOf, timeZone } from '../../forms/local-time.ts';
import { texts } from '../../language/language.ts';
import { attempt, CopyField } from '../../parts/actions.tsx';
import { Button, choicesOf, Panel, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns, onReportedChange } from '../../parts/load.tsx';
import { disappearing, postpone, confirmFirst } from '../../parts/notices.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { ContentStatus } from './content-status.tsx';

/** Says who else has changed a content or its working copy while the page is open, before the own changes are saved. */
export function AlsoEditing({ id }: { readonly id: string }) {
  const [last, setLast] = useState<{ readonly name: string; readonly at: string } | undefined>(undefined);
  useEffect(
    () =>
      onReportedChange((change) => {
        if (change.isOwn || change.by === undefined || !concerns('content', id)(change)) return;
        setLast({ name: change.by, at: new Date().toISOString() });
      }),
    [id],
  );
  return last === undefined ? null : (
    <p class="notice-line" role="status">
      {texts().contents.alsoEditing({ name: last.name })} <Time value={last.at} />
    </p>
  );
}

interface ContentFactsProps {
  readonly content: Schemas['Content'];
  readonly hasDraft: boolean;
}

/** Returns a label with a time; undefined if the time is null. */
const fact = (label: string, time: string | null) =>
  time === null ? undefined : (
    <span class="quiet">
      {label} <Time value={time} />
    </span>
  );

/** Shows the status of a stored content, and the links to its history and its working copy. */
export function ContentFacts({ content, hasDraft }: ContentFactsProps) {
  const text = texts().contents;
  const editorial = texts().editorial;
  const revisions = texts().revisions;
  const { id, status, updatedAt, publishedAt, publishAt, unpublishAt } = content;
  return (
    <p class="content-facts">
      <ContentStatus status={status} />
      {hasDraft ? <span class="tag tag-draft">{revisions.hasDraft}</span> : undefined}
      {fact(texts().common.updated, updatedAt)}
      {fact(text.publishedAt, publishedAt)}
      {fact(editorial.scheduledFor, publishAt)}
      {fact(editorial.endsAt, unpublishAt)}
      {can('listRevisions') ? <a href={hrefOf(`/contents/${id}/history`)}>{revisions.history}</a> : undefined}
      {(hasDraft || status === 'PUBLISHED') && can('getWorkingCopy') ? (
        <a href={hrefOf(`/contents/${id}/draft`)}>{hasDraft ? revisions.openCopy : revisions.editCopy}</a>
      ) : undefined}
    </p>
  );
}

interface ScheduleFormProps {
  readonly content: Schemas['Content'];
  readonly onChanged: (content: Schemas['Content']) => void;
  readonly onCancel: () => void;
}

/**
 * The form that schedules when a content is published and unpublished. For a published content, only the time of
 * unpublishing can be set.
 */
export function ScheduleForm({ content, onChanged, onCancel }: ScheduleFormProps) {
  const text = texts().editorial;
  const { id, version, status, publishAt, unpublishAt } = content;
  const path = { id };
  const form = useEditForm({
    limits: scheduleBody,
    stored: content,
    read: (): Promise<Schemas['Content']> => api.get('/api/contents/{id}', { params: { path } }),
    // Local times such as `2026-11-22T16:30`; an empty string if the time is not set.
    valuesOf: (stored) => ({
      publishAt: localTimeOf(stored.publishAt),
      unpublishAt: localTimeOf(stored.unpublishAt),
    }),
    bodyOf: (values) => ({
      publishAt: timeOf('publishAt', values.publishAt),
      unpublishAt: timeOf('unpublishAt', values.unpublishAt),
    }),
    write: async (_changes, header, body) => {
      const changed = await api.put('/api/contents/{id}/schedule', { params: { path, header }, body });
      onChanged(changed);
      return changed;
    },
    onSaved: () => undefined,
  });

  const clear = () =>
    attempt(
      async () => {
        const params = { path, header: ifVersion(version) };
        onChanged(await api.delete('/api/contents/{id}/schedule', { params }));
      },
      { done: text.scheduleCleared },
    );

  return (
    <FormView
      form={form}
      action={text.setSchedule}
      onCancel={onCancel}
      note={
        (publishAt === null && unpublishAt === null) || !can('unscheduleContent') ? undefined : (
          <Button onClick={clear}>{text.clearSchedule}</Button>
        )
      }
    >
      <p class="hint">{text.scheduleHint({ zone: timeZone() })}</p>
      {status === 'PUBLISHED' ? undefined : <TextField form={form} name="publishAt" label={text.publishAt} />}
      <TextField form={form} name="unpublishAt" label={text.unpublishAt} />
    </FormView>
  );
}

/**
 * @returns the URL of the preview link with this token. At this URL, people without an account can read the content.
 */
const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;

interface LinkListProps {
  readonly links: readonly Schemas['PreviewLink'][];
  /** If undefined, the person may not revoke links. */
  readonly onRevoke: ((link: Schemas['PreviewLink']) => unknown) | undefined;
}

function LinkList({ links, onRevoke }: LinkListProps) {
  const text = texts().revisions;
  const shown = links.filter(({ id }) => !disappearing.value.has(id));
  if (shown.length === 0) return <p class="quiet">{text.noLinks}</p>;
  return (
    <ul class="rows">
      {shown.map((link) => (
        <li key={link.id}>
          <span>
            {text.expires} <Time value={link.expiresAt} />{' '}
            <span class="tag" title={link.state === 'ended' ? text.linkEndedHint : undefined}>
              {link.state === 'active' ? text.linkActive : text.linkEnded}
            </span>
          </span>
          {onRevoke === undefined ? undefined : <Button onClick={() => onRevoke(link)}>{text.revoke}</Button>}
        </li>
      ))}
    </ul>
  );
}

/** Lists the preview links of a content. With a link, people without an account can read an unpublished content. */
export function PreviewLinks({ contentId }: { readonly contentId: string }) {
  const text = texts().revisions;
  const path = { id: contentId };
  const [token, setToken] = useState<string | undefined>(undefined);
  const links = useLoad(
    (signal) => api.get('/api/contents/{id}/preview-links', { params: { path, query: { pageSize: 100 } }, signal }),
    [contentId],
  );
  const form = useForm<{ readonly expiresIn: string }>({
    initial: { expiresIn: '1d' },
    draft: false,
    save: async ({ expiresIn }) => {
      const created = await api.post('/api/contents/{id}/preview-links', { params: { path }, body: { expiresIn } });
      setToken(created.token);
      links.reload();
    },
  });

  async function revoke({ id: linkId }: Schemas['PreviewLink']): Promise<void> {
    const question = { title: text.revokeTitle, consequence: text.revokeConsequence, action: text.revoke };
    if (!(await confirmFirst(question))) return;
    setToken(undefined);
    postpone({
      ids: [linkId],
      doing: text.revoking,
      done: text.revoked,
      action: () => api.delete('/api/contents/{id}/preview-links/{linkId}', { params: { path: { ...path, linkId } } }),
    });
  }

  return (
    <Panel title={text.links}>
      <p class="hint">{text.linksHint}</p>
      {can('createPreviewLink') ? (
        <FormView form={form} action={text.createLink} isMain={false}>
          <SelectField form={form} name="expiresIn" label={text.expiresIn} choices={choicesOf(text.durations)} />
        </FormView>
      ) : undefined}
      {token === undefined ? undefined : (
        <>
          <CopyField label={text.newLink} value={previewAddress(token)} />
          <a href={previewAddress(token)} target="_blank" rel="noopener noreferrer">
            {text.openLink}
          </a>
        </>
      )}
      <LoadBoundary of={links}>
        {({ items }) => <LinkList links={items} onRevoke={ifAllowed('revokePreviewLink', revoke)} />}
      </LoadBoundary>
    </Panel>
  );
}
