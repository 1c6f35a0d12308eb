import { useState } from 'preact/hooks';
import { TextArea, TextField } from '../../../src/forms/fields.tsx';
import { FormView, useForm } from '../../../src/forms/form.tsx';
import { orNull } from '../../../src/forms/values.ts';
import { texts } from '../../../src/language/language.ts';
import { defineMessages } from '../../../src/language/module-texts.ts';
import type { ScreenProps } from '../../../src/navigation/screens.tsx';
import { Dialog } from '../../../src/parts/actions.tsx';
import { Button, ScreenHead } from '../../../src/parts/elements.tsx';
import { notify } from '../../../src/parts/notices.tsx';
import { ListView, useList } from '../../../src/parts/list.tsx';
import { timeColumn, type Column } from '../../../src/parts/table.tsx';
import { api, can } from '../../../src/session/session.ts';

const labelMessages = defineMessages({
  colour: ['Colour', '颜色'],
  create: ['Create label', '新建标记'],
  createdNotice: (name: string) => [`The label ${name} was created.`, `标记 ${name} 已创建。`],
  empty: ['There is no label yet.', '还没有标记。'],
  searchIn: ['Name, description', '名称、描述'],
});

interface Label {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The calls and operations that the client has after `npm run generate`, if the resource is one of the service. */
const mayCall: (operation: string) => boolean = can as (operation: string) => boolean;
const labels = api as unknown as {
  readonly get: (path: '/api/labels', options: object) => Promise<{ items: readonly Label[]; total: number }>;
  readonly post: (path: '/api/labels', options: { readonly body: object }) => Promise<Label>;
};

const sorts = ['name', 'createdAt', 'updatedAt'] as const;

const columns = (): readonly Column<Label, (typeof sorts)[number]>[] => [
  { name: 'name', label: texts().fields.name, sort: 'name', cell: ({ name }) => name },
  { name: 'colour', label: labelMessages().colour, cell: ({ colour }) => colour },
  {
    name: 'description',
    label: texts().fields.description,
    isMinor: true,
    cell: ({ description }) => description ?? '–',
  },
  timeColumn('updatedAt', texts().common.updated, { isMinor: true }),
];

function NewLabelForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const form = useForm({
    initial: { name: '', colour: '#000000', description: '' },
    save: async ({ description, ...body }) => {
      const { name } = await labels.post('/api/labels', { body: { ...body, description: orNull(description) } });
      notify(labelMessages().createdNotice(name));
      onDone();
    },
  });
  return (
    <FormView form={form} action={texts().common.create} onCancel={onCancel}>
      <TextField form={form} name="name" autoFocus />
      <TextField form={form} name="colour" label={labelMessages().colour} />
      <TextArea form={form} name="description" rows={3} />
    </FormView>
  );
}

export function Labels({ title }: ScreenProps) {
  const text = labelMessages();
  const [isOpen, setOpen] = useState(false);
  const list = useList(
    { filters: [], sorts, initial: { sortBy: 'name', sortOrder: 'asc' } },
    (query, _filters, signal) => labels.get('/api/labels', { params: { query }, signal }),
  );
  const close = (): void => setOpen(false);
  const done = (): void => {
    close();
    list.reload();
  };
  return (
    <>
      <ScreenHead title={title}>
        {mayCall('createLabel') ? (
          <Button kind="main" onClick={() => setOpen(true)}>
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <ListView title={title} list={list} columns={columns} searchIn={text.searchIn} emptyHint={text.empty} />
      {isOpen ? (
        <Dialog title={text.create} onClose={close}>
          <NewLabelForm onDone={done} onCancel={close} />
        </Dialog>
      ) : undefined}
    </>
  );
}
