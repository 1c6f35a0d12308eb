import { effect } from '@preact/signals';
import { chooseLanguage, language, texts } from '../language/language.ts';
import { isLanguage, languages } from '../language/languages.ts';
import { attempt } from './actions.tsx';
import { choicesOf, isKeyOf, Options } from './elements.tsx';
import { storedChoice } from './stored-choice.ts';

/** The theme of the console. `system` follows the setting of the operating system. */
export const theme = storedChoice('portcullis.theme', ['system', 'light', 'dark']);

export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.get();
  });
}

/** The fields for language and theme. They are also shown to people who are not logged in. */
export function Preferences() {
  const text = texts().common;
  return (
    <div class="preferences">
      <select
        aria-label={text.language}
        value={language.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isLanguage(value)) void attempt(() => chooseLanguage(value));
        }}
      >
        {Object.entries(languages).map(([id, { name, tag }]) => (
          <option key={id} value={id} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text.theme}
        value={theme.get()}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isKeyOf(text.themes, value)) theme.set(value);
        }}
      >
        <Options of={choicesOf(text.themes)} />
      </select>
    </div>
  );
}
