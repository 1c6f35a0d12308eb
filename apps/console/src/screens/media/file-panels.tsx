import type { Schemas } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screens.tsx';
import { CopyField } from '../../parts/actions.tsx';
import { bytesText, Fact, Panel, Timestamps } from '../../parts/elements.tsx';
import { pixelsText } from '../../resources/media-view.tsx';
import { modulePath } from '../../resources/modules.ts';
import type { Media } from '../../resources/uploads.ts';

interface FileFactsProps {
  readonly media: Media;
  /** The name of the uploader; undefined if it is not known. */
  readonly uploader: string | undefined;
}

/** Shows the facts about a file that nobody can edit, and its address. */
export function FileFacts({ media, uploader }: FileFactsProps) {
  const text = texts().media;
  const fields = texts().fields;
  const { id, url, type, mime, bytes, duration, folder, variants, uploaderId, createdAt, updatedAt } = media;
  const pixels = pixelsText(media);
  return (
    <Panel title={text.facts}>
      <CopyField label={text.address} value={new URL(url, window.location.origin).href} hint="" />
      <dl class="facts">
        <Fact label={fields.type}>
          {text.types[type]} <span class="quiet">{mime}</span>
        </Fact>
        <Fact label={fields.bytes}>{bytesText(bytes)}</Fact>
        {pixels === undefined ? undefined : <Fact label={text.size}>{pixels}</Fact>}
        {duration === null ? undefined : (
          <Fact label={text.length}>{text.seconds({ seconds: Math.round(duration) })}</Fact>
        )}
        {folder === null ? undefined : (
          <Fact label={fields.folder}>
            <ScreenLink path={`/media?folder=${encodeURIComponent(folder)}`}>{folder}</ScreenLink>
          </Fact>
        )}
        {uploaderId === null ? undefined : (
          <Fact label={text.uploader}>
            <ScreenLink path={`/users/${uploaderId}`}>{uploader ?? uploaderId}</ScreenLink>
          </Fact>
        )}
        <Timestamps createdAt={createdAt} updatedAt={updatedAt} />
        {type !== 'image' ? undefined : (
          <Fact label={text.variants}>
            {variants.length === 0 ? <span class="quiet">{text.noVariants}</span> : undefined}
            <ul class="plain-list">
              {variants.map((variant) => (
                <li key={`${id} ${variant.preset}`}>
                  <a href={variant.url} target="_blank" rel="noopener noreferrer">
                    {variant.preset}
                  </a>{' '}
                  <span class="quiet">{pixelsText(variant)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

interface UsesProps {
  readonly title: string;
  /** How many there are, including those that the person may not read. */
  readonly total: number;
  readonly children: readonly ComponentChildren[];
}

function Uses({ title, total, children }: UsesProps) {
  if (total === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="rows">{children}</ul>
      {total > children.length ? (
        <p class="quiet">{texts().media.moreUses({ count: total - children.length })}</p>
      ) : undefined}
    </>
  );
}

/** Lists the articles, working copies and earlier versions that show a file, and the entries of modules that refer to it. */
export function FileUsage({ usage }: { readonly usage: Schemas['MediaUsage'] }) {
  const text = texts().media;
  const { contents, workingCopies, revisions, entries, totals } = usage;
  return (
    <Panel title={text.usage}>
      {totals.contents + totals.workingCopies + totals.revisions + totals.entries === 0 ? (
        <p class="quiet">{text.notUsed}</p>
      ) : undefined}
      <Uses title={text.contents({ count: totals.contents })} total={totals.contents}>
        {contents.map(({ id, title, status }) => (
          <li key={id}>
            <ScreenLink path={`/contents/${id}`}>{title}</ScreenLink>
            <span class="tag">{texts().contents.statuses[status]}</span>
          </li>
        ))}
      </Uses>
      <Uses title={text.workingCopies({ count: totals.workingCopies })} total={totals.workingCopies}>
        {workingCopies.map(({ contentId, title }) => (
          <li key={contentId}>
            <ScreenLink path={`/contents/${contentId}/draft`}>{title}</ScreenLink>
          </li>
        ))}
      </Uses>
      <Uses title={text.revisions({ count: totals.revisions })} total={totals.revisions}>
        {revisions.map(({ contentId, title, version }) => (
          <li key={`${contentId} ${version}`}>
            <ScreenLink path={`/contents/${contentId}/history`}>{title}</ScreenLink>
            <span class="quiet">{texts().revisions.versionTitle({ version })}</span>
          </li>
        ))}
      </Uses>
      <Uses title={text.entries({ count: totals.entries })} total={totals.entries}>
        {entries.map(({ resource, id, name }) => {
          const path = modulePath(resource, id);
          return <li key={id}>{path === undefined ? name : <ScreenLink path={path}>{name}</ScreenLink>}</li>;
        })}
      </Uses>
    </Panel>
  );
}
