import { useEffect, useState } from 'preact/hooks';
import { ActionMenu, CopyField, CreateButton, Dialog, DialogButton, StatusActions } from '../../src/parts/actions.tsx';
import { ChoiceInput, ChoiceList, ChoicePages, mostPlainChoices, SearchInput } from '../../src/parts/choice-list.tsx';
import {
  Brand,
  Button,
  Fact,
  Labels,
  Options,
  Panel,
  ScreenHead,
  StatusTag,
  Time,
  Timestamps,
} from '../../src/parts/elements.tsx';
import { FileButton } from '../../src/parts/file-button.tsx';
import { Fold } from '../../src/parts/fold.tsx';
import { Icon, IconShape } from '../../src/parts/icon.tsx';
import { notify, notifyWithUndo, confirmFirst } from '../../src/parts/notices.tsx';
import { Preferences } from '../../src/parts/preferences.tsx';
import { SaveBar } from '../../src/parts/save-bar.tsx';
import { SearchPicker } from '../../src/parts/search-picker.tsx';
import { Toolbar } from '../../src/parts/toolbar.tsx';
import { watchUnsaved } from '../../src/parts/unsaved.ts';
import type { Parts } from './parts.ts';

const ignore = (): void => undefined;

const aDayAgo = new Date(Date.now() - 86_400_000).toISOString();
const lastYear = new Date(Date.now() - 400 * 86_400_000).toISOString();

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

const input = (value: string, of: typeof few) => (
  <ChoiceInput
    label="Category"
    value={value}
    choices={of}
    attributes={{ 'aria-label': 'Category' }}
    onChoose={ignore}
  />
);

export const controlParts: Parts = {
  Brand: { usual: () => <Brand /> },
  Button: {
    usual: () => <Button onClick={ignore}>Enable</Button>,
    main: () => (
      <Button kind="main" onClick={ignore}>
        Save
      </Button>
    ),
    danger: () => (
      <Button kind="danger" onClick={ignore}>
        Delete
      </Button>
    ),
    link: () => (
      <Button kind="link" onClick={ignore}>
        Discard them
      </Button>
    ),
    disabled: () => (
      <Button isDisabled onClick={ignore}>
        Previous
      </Button>
    ),
    busy: () => (
      <Button isBusy onClick={ignore}>
        Saving …
      </Button>
    ),
  },
  Fact: {
    usual: () => (
      <dl class="facts">
        <Fact label="E-mail">ada@example.com</Fact>
      </dl>
    ),
  },
  Labels: { several: () => <Labels of={['user.read', 'user.update']} /> },
  FileButton: { usual: () => <FileButton label="Upload files" class="" onFiles={ignore} /> },
  Fold: { closed: () => <Fold title="2 changed fields">{() => <p>Name, description</p>}</Fold> },
  Icon: { known: () => <Icon name="mdi:webhook" />, unknown: () => <Icon name="mdi:unknown" /> },
  IconShape: { square: () => <IconShape icon={[24, 'M4 4h16v16H4z']} /> },
  Options: {
    usual: () => (
      <select aria-label="Status">
        <Options of={[{ value: '1', label: 'Enabled' }]} />
      </select>
    ),
  },
  Panel: {
    usual: () => <Panel title="Description">A text</Panel>,
    'with actions': () => (
      <Panel title="Roles" actions={<Button onClick={ignore}>Change</Button>}>
        A text
      </Panel>
    ),
  },
  Preferences: { usual: () => <Preferences /> },
  ScreenHead: {
    'of a list': () => <ScreenHead title="Articles" />,
    'of a resource': () => (
      <ScreenHead title="ada" up={{ href: '#parts', label: 'Users' }}>
        <Button onClick={ignore}>Disable</Button>
      </ScreenHead>
    ),
  },
  StatusTag: { enabled: () => <StatusTag isEnabled />, disabled: () => <StatusTag isEnabled={false} /> },
  Time: {
    recent: () => <Time value={aDayAgo} />,
    'long ago': () => <Time value={lastYear} />,
    never: () => <Time value={null} />,
  },
  Timestamps: {
    usual: () => (
      <dl class="facts">
        <Timestamps createdAt={lastYear} updatedAt={aDayAgo} />
      </dl>
    ),
  },
  Dialog: { 'without a way to close it': () => <Opener /> },
  DialogButton: {
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
  ConfirmDialog: {
    usual: () => (
      <button type="button" aria-haspopup="dialog" onClick={() => void confirmFirst(question)}>
        Ask
      </button>
    ),
  },
  CreateButton: {
    main: () => <CreateButton label="Create role">{() => 'A form'}</CreateButton>,
    secondary: () => (
      <CreateButton label="Create tags" isSecondary>
        {() => 'A form'}
      </CreateButton>
    ),
  },
  CopyField: { usual: () => <CopyField label="The new key" value="pk_1" /> },
  StatusActions: { enabled: () => statusActions(1), disabled: () => statusActions(0) },
  ChoiceList: {
    several: () => choices({ choices: few, isMultiple: true, name: 'several' }),
    one: () => choices({ choices: few, isMultiple: false, name: 'one' }),
    long: () => choices({ choices: many, isMultiple: true, name: 'long' }),
  },
  ChoicePages: {
    first: () => <ChoicePages page={1} pages={3} onPage={ignore} />,
    last: () => <ChoicePages page={3} pages={3} onPage={ignore} />,
  },
  SearchInput: { usual: () => <SearchInput label="Search" value="" onType={ignore} /> },
  SearchPicker: {
    usual: () => <SearchPicker label="Person" chosen="Choose" find={async () => few} onChoose={ignore} />,
  },
  ActionMenu: { usual: () => <ActionMenu>{() => <Button onClick={ignore}>Archive</Button>}</ActionMenu> },
  Toolbar: {
    usual: () => (
      <Toolbar label="Text">
        <Button onClick={ignore}>Strong</Button>
        <Button onClick={ignore}>Quote</Button>
      </Toolbar>
    ),
  },
  SaveBar: { changed: () => <ChangedBar /> },
  ChoiceInput: { few: () => input('Editor', few), chosen: () => input('3', many), empty: () => input('', many) },
  StatusRegion: {
    success: () => <Button onClick={() => notify('Saved.')}>Show a success</Button>,
    error: () => <Button onClick={() => notify('The service does not respond.', 'error')}>Show an error</Button>,
    undo: () => <Button onClick={() => notifyWithUndo('Moved.', succeed)}>Show an undo</Button>,
  },
};
