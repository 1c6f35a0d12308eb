import { signal } from '@preact/signals';
import { texts } from '../language/language.ts';
import type { Column } from './table.tsx';

const key = 'portcullis.codes';

/** Whether roles and permissions are shown with the codes that programs know them by. This browser keeps the choice. */
const showsCodes = signal(window.localStorage.getItem(key) === 'shown');

/** Shows the code of a role or a permission, if codes are shown. */
export const Code = ({ of }: { readonly of: string }) => (showsCodes.value ? <code class="quiet">{of}</code> : null);

/** Returns a name, with its code if codes are shown. */
export const nameWithCode = (name: string, code: string): string => (showsCodes.value ? `${name} (${code})` : name);

/** Returns the column of a list with the codes of its rows; no column if codes are not shown. */
export const codeColumn = (): readonly Column<{ readonly code: string }, 'code'>[] =>
  showsCodes.value
    ? [{ name: 'code', label: texts().fields.code, sort: 'code', cell: ({ code }) => <code>{code}</code> }]
    : [];

/** The switch that shows the codes of roles and permissions beside their names. */
export function CodesSwitch() {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={showsCodes.value}
        onChange={(event) => {
          showsCodes.value = event.currentTarget.checked;
          window.localStorage.setItem(key, showsCodes.value ? 'shown' : 'hidden');
        }}
      />
      {texts().common.showCodes}
    </label>
  );
}
