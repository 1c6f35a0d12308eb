import { chooseLanguage, language } from '../language/language.ts';
import { commonMessages } from './messages.ts';
import { chooseTheme, theme, type Theme } from './theme.ts';

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
