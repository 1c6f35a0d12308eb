import type { Schemas } from '@portcullis/client';
import { signal } from '@preact/signals';
import { TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { References } from '../../resources/references.ts';
import type { TagNames } from '../../resources/tag-names.ts';
import { ContentFields, type CoverFieldProps } from './content-fields.tsx';
import type { ContentValues } from './content-values.ts';
import { TextPanes } from './text-panes.tsx';

/** Whether the settings are beside the text. They stay as they are from article to article. */
const isOpen = signal(true);

const settingsId = 'article-settings';

/** Shows or hides the settings of the article. */
export const SettingsButton = () => (
  <button
    type="button"
    aria-expanded={isOpen.value}
    aria-controls={settingsId}
    onClick={() => {
      isOpen.value = !isOpen.value;
    }}
  >
    {texts().contents.settings}
  </button>
);

interface ArticleProps extends Pick<CoverFieldProps, 'theirs'> {
  readonly form: Form<ContentValues>;
  readonly categories: References['categories'];
  readonly names: TagNames;
  /** The stored content or working copy; undefined for a new content. */
  readonly stored: Pick<Schemas['Content'], 'contentHtml' | 'contentRaw' | 'coverId' | 'cover'> | undefined;
  readonly isReadOnly: boolean;
}

/** Enter in the title moves on to the text. */
function moveToText(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  const editor = event.currentTarget.parentElement?.querySelector('.text-editor');
  editor?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]')?.focus();
}

/** The article: its title and its text, with the settings beside them. */
export function Article({ form, categories, names, stored, theirs, isReadOnly }: ArticleProps) {
  // Settings with an error are never hidden.
  const { title: _title, text: _text, ...errors } = form.errors.value.fields;
  const isShown = isOpen.value || Object.keys(errors).length > 0;
  const isNew = stored === undefined;
  return (
    <div class="article" data-settings={isShown}>
      <div class="article-main">
        <div class="article-title" onKeyDown={moveToText}>
          <TextField form={form} name="title" placeholder={texts().contents.titleField} autoFocus={isNew} />
        </div>
        <TextPanes form={form} stored={stored} isReadOnly={isReadOnly} />
      </div>
      <aside class="article-settings" id={settingsId} aria-label={texts().contents.settings}>
        <ContentFields form={form} categories={categories} names={names} stored={stored} theirs={theirs} />
      </aside>
    </div>
  );
}
