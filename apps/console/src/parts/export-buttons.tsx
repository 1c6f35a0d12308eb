import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { attempt } from './actions.tsx';
import { Button } from './elements.tsx';
import { csvOf, download, jsonOf } from './export.ts';

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
export function ExportButtons({ title, read }: ExportButtonsProps) {
  const text = texts().common;
  const [isBusy, setBusy] = useState(false);

  async function store(format: keyof typeof formats): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await attempt(async () => {
      const { type, textOf } = formats[format];
      const name = `${title} ${new Date().toISOString().slice(0, 10)}.${format}`;
      download(name, type, textOf(await read()));
    });
    setBusy(false);
  }

  return (
    <span class="export" role="group" aria-label={text.export}>
      <span class="quiet">{text.export}</span>
      <Button kind="link" isBusy={isBusy} label={text.exportAs({ format: 'CSV' })} onClick={() => store('csv')}>
        CSV
      </Button>
      <Button kind="link" isBusy={isBusy} label={text.exportAs({ format: 'JSON' })} onClick={() => store('json')}>
        JSON
      </Button>
    </span>
  );
}
