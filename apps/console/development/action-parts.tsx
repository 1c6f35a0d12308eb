import { useEffect, useState } from 'preact/hooks';
import { ActionMenu } from '../src/parts/action-menu.tsx';
import { CopyField, CreateButton, Dialog, DialogButton, StatusActions } from '../src/parts/actions.tsx';
import { ChoiceList, ChoicePages, ChoicePicker, mostPlainChoices } from '../src/parts/choice-list.tsx';
import { Button } from '../src/parts/elements.tsx';
import { notify, notifyWithUndo } from '../src/parts/notices.tsx';
import { confirmFirst } from '../src/parts/questions.ts';
import { SaveBar } from '../src/parts/save-bar.tsx';
import { SearchPicker } from '../src/parts/search-picker.tsx';
import { Toolbar } from '../src/parts/toolbar.tsx';
import { watchUnsaved } from '../src/parts/unsaved.ts';
import type { Part } from './part.ts';

const ignore = (): void => undefined;
const succeed = async (): Promise<void> => undefined;

/** A button that shows a dialog without a way to close it. Only one modal dialog can be shown at a time. */
function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? (
        <Dialog title="The session has ended">
          <Button onClick={() => setOpen(false)}>Log in</Button>
        </Dialog>
      ) : undefined}
    </>
  );
}

const question = { title: 'Delete ada?', consequence: 'The account is deleted for good.', action: 'Delete' };

const few = ['Reader', 'Editor', 'Administrator'].map((label) => ({ value: label, label }));
const many = Array.from({ length: 2 * mostPlainChoices + 1 }, (_, index) => ({
  value: `${index}`,
  label: `Choice ${index}`,
}));

const text = {
  disableTitle: () => question.title,
  disableConsequence: () => question.consequence,
  deleteTitle: () => question.title,
  deleteConsequence: () => question.consequence,
  deletedNotice: () => 'ada was deleted.',
};

const statusActions = (status: 0 | 1) => (
  <StatusActions
    name="ada"
    status={status}
    text={text}
    saveStatus={succeed}
    remove={succeed}
    listPath="/"
    onChanged={ignore}
  />
);

/** The bar of a page with one unsaved part. */
function ChangedBar() {
  useEffect(() => watchUnsaved({ element: () => null, isChanged: () => true, discard: ignore, save: succeed }), []);
  return <SaveBar />;
}

interface ChoicesProps {
  readonly choices: typeof few;
  readonly isMultiple: boolean;
  readonly name: string;
}

const choices = (props: ChoicesProps) => (
  <fieldset class="field">
    <legend>Roles</legend>
    <ChoiceList chosen={['Editor', '30']} onToggle={ignore} {...props} />
  </fieldset>
);

const picker = (value: string) => <ChoicePicker label="Category" value={value} choices={many} onChoose={ignore} />;

export const actionParts: readonly Part[] = [
  { name: 'Dialog', states: { 'without a way to close it': () => <Opener /> } },
  {
    name: 'DialogButton',
    states: {
      usual: () => (
        <DialogButton label="Open" dialog="Create role">
          {() => 'A form'}
        </DialogButton>
      ),
      wide: () => (
        <DialogButton label="Open" dialog="Compare versions" wide>
          {() => 'A comparison'}
        </DialogButton>
      ),
    },
  },
  {
    name: 'ConfirmDialog',
    states: {
      usual: () => (
        <button type="button" aria-haspopup="dialog" onClick={() => void confirmFirst(question)}>
          Ask
        </button>
      ),
    },
  },
  {
    name: 'CreateButton',
    states: {
      main: () => <CreateButton label="Create role">{() => 'A form'}</CreateButton>,
      secondary: () => (
        <CreateButton label="Create tags" isSecondary>
          {() => 'A form'}
        </CreateButton>
      ),
    },
  },
  { name: 'CopyField', states: { usual: () => <CopyField label="The new key" value="pk_1" /> } },
  { name: 'StatusActions', states: { enabled: () => statusActions(1), disabled: () => statusActions(0) } },
  {
    name: 'ChoiceList',
    states: {
      several: () => choices({ choices: few, isMultiple: true, name: 'several' }),
      one: () => choices({ choices: few, isMultiple: false, name: 'one' }),
      long: () => choices({ choices: many, isMultiple: true, name: 'long' }),
    },
  },
  {
    name: 'ChoicePages',
    states: {
      first: () => <ChoicePages page={1} pages={3} onPage={ignore} />,
      last: () => <ChoicePages page={3} pages={3} onPage={ignore} />,
    },
  },
  {
    name: 'SearchPicker',
    states: {
      usual: () => <SearchPicker label="Person" chosen="Choose" find={async () => few} onChoose={ignore} />,
    },
  },
  {
    name: 'ActionMenu',
    states: {
      usual: () => <ActionMenu>{() => <Button onClick={ignore}>Archive</Button>}</ActionMenu>,
    },
  },
  {
    name: 'Toolbar',
    states: {
      usual: () => (
        <Toolbar label="Text">
          <Button onClick={ignore}>Strong</Button>
          <Button onClick={ignore}>Quote</Button>
        </Toolbar>
      ),
    },
  },
  { name: 'SaveBar', states: { changed: () => <ChangedBar /> } },
  { name: 'ChoicePicker', states: { chosen: () => picker('3'), empty: () => picker('') } },
  {
    name: 'StatusRegion',
    states: {
      success: () => <Button onClick={() => notify('Saved.')}>Show a success</Button>,
      error: () => <Button onClick={() => notify('The service does not respond.', 'error')}>Show an error</Button>,
      undo: () => <Button onClick={() => notifyWithUndo('Moved.', succeed)}>Show an undo</Button>,
    },
  },
];
