import { texts } from '../language/language.ts';
import { storedChoice } from './stored-choice.ts';
import type { Column } from './table.tsx';

/** Whether roles and permissions are shown with the codes that programs know them by. */
const codes = storedChoice('portcullis.codes', ['hidden', 'shown']);

const showsCodes = (): boolean => codes.get() === 'shown';

/** Shows the code of a role or a permission, if codes are shown. */
export const Code = ({ of }: { readonly of: string }) => (showsCodes() ? <code class="quiet">{of}</code> : null);

/** Returns a name, with its code if codes are shown. */
export const nameWithCode = (name: string, code: string): string => (showsCodes() ? `${name} (${code})` : name);

/** Returns the column of a list with the codes of its rows; no column if codes are not shown. */
export const codeColumn = (): readonly Column<{ readonly code: string }, 'code'>[] =>
  showsCodes()
    ? [{ name: 'code', label: texts().fields.code, sort: 'code', cell: ({ code }) => <code>{code}</code> }]
    : [];

/** The switch that shows the codes of roles and permissions beside their names. */
export function CodesSwitch() {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={showsCodes()}
        onChange={(event) => codes.set(event.currentTarget.checked ? 'shown' : 'hidden')}
      />
      {texts().common.showCodes}
    </label>
  );
}
