import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { attempt, confirmFirst, CopyField, notify } from '../../parts/actions.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { Time, Button, Panel } from '../../parts/elements.tsx';
import { api } from '../../session/session.ts';
import { revisionMessages } from './revision-messages.ts';
import { choicesOf } from '../../parts/filter-bar.tsx';

/**
 * @returns the URL of the preview link with this token. At this URL, people without an account can read the content.
 */
const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;

interface LinkListProps {
  readonly links: readonly Schemas['PreviewLink'][];
  readonly onRevoke: (link: Schemas['PreviewLink']) => void;
}

function LinkList({ links, onRevoke }: LinkListProps) {
  const text = revisionMessages();
  if (links.length === 0) return <p class="quiet">{text.noLinks}</p>;
  return (
    <ul class="rows">
      {links.map((link) => (
        <li key={link.id}>
          <span>
            {text.expires} <Time value={link.expiresAt} />
          </span>
          <Button onClick={() => onRevoke(link)}>{text.revoke}</Button>
        </li>
      ))}
    </ul>
  );
}

/** Lists the preview links of a content. With a link, people without an account can read an unpublished content. */
export function PreviewLinks({ contentId }: { readonly contentId: string }) {
  const text = revisionMessages();
  const path = { id: contentId };
  const [token, setToken] = useState<string | undefined>(undefined);
  const links = useLoad(
    (signal) => api.get('/api/contents/{id}/preview-links', { params: { path, query: { pageSize: 100 } }, signal }),
    [contentId],
  );
  const form = useForm<{ readonly expiresIn: string }>(
    {
      initial: { expiresIn: '1d' },
      save: async ({ expiresIn }) => {
        const created = await api.post('/api/contents/{id}/preview-links', { params: { path }, body: { expiresIn } });
        setToken(created.token);
        links.reload();
      },
    },
    contentId,
  );

  const revoke = ({ id: linkId }: Schemas['PreviewLink']) =>
    attempt(async () => {
      const question = { title: text.revokeTitle, consequence: text.revokeConsequence, action: text.revoke };
      if (!(await confirmFirst(question))) return;
      await api.delete('/api/contents/{id}/preview-links/{linkId}', { params: { path: { ...path, linkId } } });
      notify(text.revoked);
      setToken(undefined);
      links.reload();
    });

  return (
    <Panel title={text.links}>
      <p class="hint">{text.linksHint}</p>
      <FormView form={form} action={text.createLink}>
        <SelectField form={form} name="expiresIn" label={text.expiresIn} choices={choicesOf(text.durations)} />
      </FormView>
      {token === undefined ? undefined : (
        <>
          <CopyField label={text.newLink} value={previewAddress(token)} />
          <a href={previewAddress(token)} target="_blank" rel="noopener noreferrer">
            {text.openLink}
          </a>
        </>
      )}
      <LoadBoundary of={links}>
        {({ items }) => <LinkList links={items} onRevoke={(link) => void revoke(link)} />}
      </LoadBoundary>
    </Panel>
  );
}
