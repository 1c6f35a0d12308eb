import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { attempt } from './actions.tsx';
import { Button } from './elements.tsx';
import { csvOf, download, jsonOf } from './export.ts';

interface FormatButtonsProps<Format extends string> {
  readonly formats: readonly Format[];
  /** Stores the list as a file. */
  readonly store: (format: Format) => Promise<unknown>;
}

/** A button for each format of the file in which a list is stored. */
export function FormatButtons<Format extends string>({ formats, store }: FormatButtonsProps<Format>) {
  const text = texts().common;
  const [isBusy, setBusy] = useState(false);

  async function storeOnce(format: Format): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await attempt(() => store(format));
    setBusy(false);
  }

  return (
    <span class="export" role="group" aria-label={text.export}>
      <span class="quiet">{text.export}</span>
      {formats.map((format) => {
        const name = format.toUpperCase();
        return (
          <Button
            key={format}
            kind="link"
            isBusy={isBusy}
            label={text.exportAs({ format: name })}
            onClick={() => storeOnce(format)}
          >
            {name}
          </Button>
        );
      })}
    </span>
  );
}

interface ExportButtonsProps {
  /** The title of the list. */
  readonly title: string;
  /** Reads all rows of the list, with its search and its filters. */
  readonly read: () => Promise<readonly object[]>;
}

const formats = {
  csv: { type: 'text/csv;charset=utf-8', textOf: csvOf },
  json: { type: 'application/json', textOf: jsonOf },
} as const;

/** The buttons that store all rows of a list, not only those of the page, as a file. */
export const ExportButtons = ({ title, read }: ExportButtonsProps) => (
  <FormatButtons
    formats={['csv', 'json'] as const}
    store={async (format) => {
      const { type, textOf } = formats[format];
      download(`${title} ${new Date().toISOString().slice(0, 10)}.${format}`, type, textOf(await read()));
    }}
  />
);
