import { effect, signal } from '@preact/signals';

/** `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'portcullis.theme';

export const theme = signal<Theme>('system');

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
