import { Brand } from '../src/parts/brand.tsx';
import {
  Button,
  Fact,
  Labels,
  Options,
  Panel,
  ScreenHead,
  StatusTag,
  Time,
  Timestamps,
} from '../src/parts/elements.tsx';
import { FileButton } from '../src/parts/file-button.tsx';
import { Fold } from '../src/parts/fold.tsx';
import { Icon, IconShape } from '../src/parts/icon.tsx';
import { Preferences } from '../src/parts/preferences.tsx';
import type { Part } from './part.ts';

const ignore = (): void => undefined;

const aDayAgo = new Date(Date.now() - 86_400_000).toISOString();
const lastYear = new Date(Date.now() - 400 * 86_400_000).toISOString();

export const elementParts: readonly Part[] = [
  { name: 'Brand', states: { usual: () => <Brand /> } },
  {
    name: 'Button',
    states: {
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
  },
  {
    name: 'Fact',
    states: {
      usual: () => (
        <dl class="facts">
          <Fact label="E-mail">ada@example.com</Fact>
        </dl>
      ),
    },
  },
  { name: 'Labels', states: { several: () => <Labels of={['user.read', 'user.update']} /> } },
  { name: 'FileButton', states: { usual: () => <FileButton label="Upload files" class="" onFiles={ignore} /> } },
  { name: 'Fold', states: { closed: () => <Fold title="2 changed fields">{() => <p>Name, description</p>}</Fold> } },
  { name: 'Icon', states: { known: () => <Icon name="mdi:webhook" />, unknown: () => <Icon name="mdi:unknown" /> } },
  { name: 'IconShape', states: { square: () => <IconShape icon={[24, 'M4 4h16v16H4z']} /> } },
  {
    name: 'Options',
    states: {
      usual: () => (
        <select aria-label="Status">
          <Options of={[{ value: '1', label: 'Enabled' }]} />
        </select>
      ),
    },
  },
  {
    name: 'Panel',
    states: {
      usual: () => <Panel title="Description">A text</Panel>,
      'with actions': () => (
        <Panel title="Roles" actions={<Button onClick={ignore}>Change</Button>}>
          A text
        </Panel>
      ),
    },
  },
  { name: 'Preferences', states: { usual: () => <Preferences /> } },
  {
    name: 'ScreenHead',
    states: {
      'of a list': () => <ScreenHead title="Articles" />,
      'of a resource': () => (
        <ScreenHead title="ada" up={{ href: '#parts', label: 'Users' }}>
          <Button onClick={ignore}>Disable</Button>
        </ScreenHead>
      ),
    },
  },
  {
    name: 'StatusTag',
    states: { enabled: () => <StatusTag isEnabled />, disabled: () => <StatusTag isEnabled={false} /> },
  },
  {
    name: 'Time',
    states: {
      recent: () => <Time value={aDayAgo} />,
      'long ago': () => <Time value={lastYear} />,
      never: () => <Time value={null} />,
    },
  },
  {
    name: 'Timestamps',
    states: {
      usual: () => (
        <dl class="facts">
          <Timestamps createdAt={lastYear} updatedAt={aDayAgo} />
        </dl>
      ),
    },
  },
];
