import { effect, signal } from '@preact/signals';
import { chooseLanguage, language } from '../language/messages.ts';
import { commonMessages } from './messages.ts';

/** `system` follows the setting of the operating system. */
type Theme = 'system' | 'light' | 'dark';

const key = 'portcullis.theme';

const theme = signal<Theme>('system');

function chooseTheme(chosen: Theme): void {
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

const isTheme = (value: string): value is Theme => value === 'system' || value === 'light' || value === 'dark';

/** The fields for language and theme. They are also shown to people who are not logged in. */
export function Preferences() {
  const text = commonMessages();
  return (
    <div class="preferences">
      <select
        aria-label={text.language}
        value={language.value}
        onChange={(event) => chooseLanguage(event.currentTarget.value === 'zh' ? 'zh' : 'en')}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="zh" lang="zh-CN">
          中文
        </option>
      </select>
      <select
        aria-label={text.theme}
        value={theme.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isTheme(value)) chooseTheme(value);
        }}
      >
        <option value="system">{text.themes.system}</option>
        <option value="light">{text.themes.light}</option>
        <option value="dark">{text.themes.dark}</option>
      </select>
    </div>
  );
}
