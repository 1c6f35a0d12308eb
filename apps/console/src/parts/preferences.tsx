import { effect, signal } from '@preact/signals';
import { chooseLanguage, language, texts } from '../language/language.ts';
import { isLanguage, languages } from '../language/languages.ts';
import { attempt } from './actions.tsx';
import { choicesOf, isKeyOf, Options } from './elements.tsx';

/** `system` follows the setting of the operating system. */
type Theme = 'system' | 'light' | 'dark';

const key = 'portcullis.theme';

const theme = signal<Theme>('system');

/** Changes the theme of the console, and stores the choice in this browser. */
export function chooseTheme(chosen: Theme): void {
  window.localStorage.setItem(key, chosen);
  theme.value = chosen;
}

export function startTheme(): void {
  const kept = window.localStorage.getItem(key);
  theme.value = kept === 'light' || kept === 'dark' ? kept : 'system';
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
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
        value={theme.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isKeyOf(text.themes, value)) chooseTheme(value);
        }}
      >
        <Options of={choicesOf(text.themes)} />
      </select>
    </div>
  );
}
