import { useState } from 'preact/hooks';
import { textOf, translated, type Translated } from '../../language/module-texts.ts';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button } from '../../parts/elements.tsx';
import { FormatButtons } from '../../parts/export-buttons.tsx';
import { clickLink } from '../../parts/export.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { fieldErrorText, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { readText } from '../../parts/read-text.ts';
import type { ModuleResource } from '../../resources/modules.ts';
import { api } from '../../session/session.ts';

interface EntryExportProps {
  readonly resource: ModuleResource;
  /** The query parameters of the list. */
  readonly query: Readonly<Record<string, string>>;
}

/** The buttons that store all entries of a list as a file, which the service writes. */
export const EntryExport = ({ resource, query }: EntryExportProps) => (
  <FormatButtons
    formats={['csv', 'ndjson']}
    store={async (format) => {
      // The browser stores the file while it arrives. It sends no token, so a ticket replaces it.
      const { ticket } = await api.post('/api/me/stream/ticket');
      const parameters = new URLSearchParams({ ...query, format, ticket });
      clickLink(`/api${resource.path}/export?${parameters.toString()}`, '');
    }}
  />
);

interface ChosenFile {
  readonly format: 'csv' | 'ndjson';
  readonly text: string;
}

interface ImportReport {
  readonly added: number;
  readonly changed: number;
  readonly present: number;
  readonly refused: number;
  readonly rows: readonly {
    readonly row: number;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  }[];
}

/** Maximum number of refused rows that are shown. */
const mostRefused = 20;

const outcomeOf = ({ added, changed, present, refused }: ImportReport): Translated => [
  `${added} new, ${changed} changed, ${present} unchanged, ${refused} refused`,
  `新建 ${added}，修改 ${changed}，不变 ${present}，拒绝 ${refused}`,
];

interface ImportFormProps {
  readonly resource: ModuleResource;
  readonly file: ChosenFile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows how many rows have which outcome, and why rows are refused. */
function ImportOutcome({
  labels,
  report,
}: {
  readonly labels: ReadonlyMap<string, string>;
  readonly report: ImportReport;
}) {
  const refused = report.rows.filter(({ errors }) => errors.length > 0);
  return (
    <>
      <p role="status">{translated(outcomeOf(report))}</p>
      <ul>
        {refused.slice(0, mostRefused).map(({ row, errors }) => (
          <li key={row}>
            {translated([`Row ${row}`, `第 ${row} 行`])}:{' '}
            {errors.map((error) => fieldErrorText(error, labels.get(error.field))).join('; ')}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Checks the rows of a file, shows what an import would do, and imports them. Then shows the rows that were refused. */
function ImportForm({ resource, file, onDone, onClose }: ImportFormProps) {
  const [by, setBy] = useState(resource.keys.at(-1) ?? 'id');
  const [imported, setImported] = useState<ImportReport | undefined>(undefined);
  const send = (dryRun: boolean, signal?: AbortSignal) =>
    api.request<ImportReport>('post', `/api${resource.path}/import`, {
      body: { ...file, by, dryRun },
      ...(signal && { signal }),
    });
  const checked = useLoad((signal) => send(true, signal), [by]);
  const labels = new Map(resource.fields.map(({ value, label }) => [value, textOf(label)]));
  const importRows = () =>
    attempt(async () => {
      const report = await send(false);
      notify(translated(outcomeOf(report)));
      onDone();
      if (report.refused === 0) onClose();
      else setImported(report);
    });
  if (imported !== undefined) return <ImportOutcome labels={labels} report={imported} />;
  return (
    <>
      <label class="field">
        <span>{translated(['The entry of a row is found by', '按此字段查找条目'])}</span>
        <select value={by} onChange={(event) => setBy(event.currentTarget.value)}>
          {resource.keys.map((key) => (
            <option key={key} value={key}>
              {labels.get(key) ?? key}
            </option>
          ))}
        </select>
      </label>
      <LoadBoundary of={checked}>
        {(report) => (
          <>
            <ImportOutcome labels={labels} report={report} />
            <div class="form-actions">
              <Button
                kind="main"
                isDisabled={checked.isLoading || checked.error !== undefined || report.added + report.changed === 0}
                onClick={importRows}
              >
                {translated(['Import', '导入'])}
              </Button>
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}

/** The button that chooses a file with entries and imports them. */
export function ImportEntries({ resource, onDone }: Pick<ImportFormProps, 'resource' | 'onDone'>) {
  const [file, setFile] = useState<ChosenFile | undefined>(undefined);
  const choose = async (chosen: File | undefined): Promise<void> => {
    const text = chosen && (await readText(chosen));
    if (chosen === undefined || text === undefined) return;
    setFile({ format: /\.csv$/i.test(chosen.name) ? 'csv' : 'ndjson', text });
  };
  const title = translated(['Import', '导入']);
  const close = (): void => setFile(undefined);
  return (
    <>
      <FileButton label={title} accept=".csv,.ndjson,.jsonl" onFiles={([first]) => void choose(first)} />
      {file === undefined ? undefined : (
        <Dialog title={title} onClose={close}>
          <ImportForm resource={resource} file={file} onDone={onDone} onClose={close} />
        </Dialog>
      )}
    </>
  );
}
