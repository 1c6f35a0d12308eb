import { useEffect, useState } from 'preact/hooks';
import { textOf, translated, type Translated } from '../../language/module-texts.ts';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button } from '../../parts/elements.tsx';
import { FormatButtons } from '../../parts/export-buttons.tsx';
import { clickLink } from '../../parts/export.ts';
import { FileButton } from '../../parts/file-button.tsx';
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
}

/** Checks the rows of a file, shows what an import would do, and imports them. */
function ImportForm({ resource, file, onDone }: ImportFormProps) {
  const [by, setBy] = useState(resource.keys.at(-1) ?? 'id');
  const [report, setReport] = useState<ImportReport | undefined>(undefined);
  const send = (dryRun: boolean) =>
    api.request<ImportReport>('post', `/api${resource.path}/import`, { body: { ...file, by, dryRun } });
  useEffect(() => {
    setReport(undefined);
    void attempt(async () => setReport(await send(true)));
  }, [by]);
  const labels = new Map(resource.fields.map(({ value, label }) => [value, textOf(label)]));
  const refused = report?.rows.filter(({ errors }) => errors.length > 0) ?? [];
  const importRows = () =>
    attempt(async () => {
      notify(translated(outcomeOf(await send(false))));
      onDone();
    });
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
      <p role="status">
        {report === undefined ? translated(['Checking …', '检查中…']) : translated(outcomeOf(report))}
      </p>
      <ul>
        {refused.slice(0, mostRefused).map(({ row, errors }) => (
          <li key={row}>
            {translated([`Row ${row}`, `第 ${row} 行`])}: {errors.map(({ message }) => message).join('; ')}
          </li>
        ))}
      </ul>
      <div class="form-actions">
        <Button
          kind="main"
          isDisabled={report === undefined || report.added + report.changed === 0}
          onClick={importRows}
        >
          {translated(['Import', '导入'])}
        </Button>
      </div>
    </>
  );
}

/** The button that chooses a file with entries and imports them. */
export function ImportEntries({ resource, onDone }: Omit<ImportFormProps, 'file'>) {
  const [file, setFile] = useState<ChosenFile | undefined>(undefined);
  const choose = async (chosen: File | undefined): Promise<void> => {
    const text = chosen && (await readText(chosen));
    if (chosen === undefined || text === undefined) return;
    setFile({ format: /\.csv$/i.test(chosen.name) ? 'csv' : 'ndjson', text });
  };
  const title = translated(['Import', '导入']);
  return (
    <>
      <FileButton label={title} accept=".csv,.ndjson,.jsonl" onFiles={([first]) => void choose(first)} />
      {file === undefined ? undefined : (
        <Dialog title={title} onClose={() => setFile(undefined)}>
          <ImportForm
            resource={resource}
            file={file}
            onDone={() => {
              setFile(undefined);
              onDone();
            }}
          />
        </Dialog>
      )}
    </>
  );
}
