import { createClient } from '@portcullis/client';
import { createUserBody } from '@portcullis/client/fields';
import { readyRoles } from '@portcullis/domain/internal/roles/ready-roles';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { CopyField } from '../../parts/actions.tsx';
import { choicesOf, isKeyOf, Labels, Panel, ScreenHead } from '../../parts/elements.tsx';
import { Fold } from '../../parts/fold.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { go, hrefOf } from '../../routing/location.ts';
import { api, moduleParts } from '../../session/session.ts';

type Choice = 'read' | 'write' | 'publish';

/** The account of an assistant, and its key, which the service returns only once. */
interface Connected {
  readonly id: string;
  readonly username: string;
  readonly key: string;
}

/** Returns the id of a ready role, which is added if it does not exist. */
async function idOfReadyRole(code: 'AUTHOR' | 'PUBLISHER'): Promise<string> {
  const { items } = await api.get('/api/roles', { params: { query: { code, pageSize: 100 } } });
  const existing = items.find((role) => role.code === code);
  return (existing ?? (await api.post('/api/ready-roles', { body: { code } }))).id;
}

/** Creates a service account with a ready role, and a key with the permissions of this role. */
async function connect(username: string, choice: Choice): Promise<Connected> {
  const code = choice === 'publish' ? 'PUBLISHER' : 'AUTHOR';
  const roleId = await idOfReadyRole(code);
  // The domain is reserved: no mail can be sent to it.
  const email = `${username}@robots.invalid`;
  const { id } = await api.post('/api/users', { body: { kind: 'SERVICE', username, email, roleIds: [roleId] } });
  const all = readyRoles.find((role) => role.code === code)?.grants.map((grant) => grant.code) ?? [];
  const readOnly = choice === 'read';
  const permissions = all.filter((each) => !readOnly || each === 'content.read-drafts');
  const body = { name: username, ownerId: id, permissions, readOnly };
  return { id, username, key: (await api.post('/api/api-keys', { body })).key };
}

function ConnectForm({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const text = texts().assistants;
  const form = useForm<{ readonly username: string; readonly may: string }>({
    limits: createUserBody,
    initial: { username: 'assistant', may: 'write' },
    draft: 'assistant',
    save: async ({ username, may }) => {
      onConnected(await connect(username, isKeyOf(text.choices, may) ? may : 'write'));
    },
  });
  return (
    <FormView form={form} action={text.connect} onCancel={() => go('/api-keys', { replace: true })}>
      <TextField form={form} name="username" label={texts().apiKeys.robotName} hint={text.nameHint} autoFocus />
      <SelectField form={form} name="may" label={texts().apiKeys.presets.label} choices={choicesOf(text.choices)} />
    </FormView>
  );
}

const configuration = (portcullis: object): string => JSON.stringify({ mcpServers: { portcullis } });

/** The configurations of the usual clients. Claude Desktop reads no address of a service, so it starts a command. */
function Configurations({ connected: { key } }: { readonly connected: Connected }) {
  const text = texts().assistants;
  const { origin } = window.location;
  const url = `${origin}/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  const command = { command: 'portcullis', args: ['mcp', '--url', origin], env: { PORTCULLIS_KEY: key } };
  const ofUrl = `claude mcp add --transport http portcullis ${url} --header "Authorization: Bearer ${key}"`;
  const ofCommand = `claude mcp add portcullis --env PORTCULLIS_KEY=${key} -- portcullis mcp --url ${origin}`;
  const server = moduleParts.value.hasMcp ? { type: 'http', url, headers } : command;
  return (
    <>
      {moduleParts.value.hasMcp ? undefined : <p>{text.off}</p>}
      <CopyField label="Claude Code" value={moduleParts.value.hasMcp ? ofUrl : ofCommand} hint={text.run} />
      <CopyField
        label="Claude Desktop"
        value={configuration(command)}
        hint={text.desktopHint({ file: 'claude_desktop_config.json' })}
      />
      <CopyField label="Cursor" value={configuration(server)} hint={text.saveAs({ file: '.cursor/mcp.json' })} />
      <CopyField
        label="VS Code"
        value={JSON.stringify({ servers: { portcullis: server } })}
        hint={text.saveAs({ file: '.vscode/mcp.json' })}
      />
    </>
  );
}

/** Lists the operations that the service allows to a key. */
function KeyOperations({ value }: { readonly value: string }) {
  const operations = useLoad(() => {
    const tokens = { read: () => ({ accessToken: value, refreshToken: '' }), write: () => undefined };
    return createClient({ tokens }).get('/api/auth/operations');
  }, [value]);
  return (
    <LoadBoundary of={operations}>
      {(found) => (
        <Fold title={texts().assistants.operations({ count: found.length })}>
          {() => (
            <p>
              <Labels of={found.map(({ id }) => id)} />
            </p>
          )}
        </Fold>
      )}
    </LoadBoundary>
  );
}

/** The page that creates the account and the key of an assistant, and shows how to connect it. */
export function ConnectAssistant({ up }: ScreenProps) {
  const text = texts().assistants;
  const [connected, setConnected] = useState<Connected | undefined>(undefined);
  if (connected === undefined) {
    return (
      <>
        <ScreenHead title={text.title} up={up} />
        <Panel title={text.title}>
          <p>{text.intro}</p>
          <ConnectForm onConnected={setConnected} />
        </Panel>
      </>
    );
  }
  return (
    <>
      <ScreenHead title={text.title} up={up} />
      <Panel title={connected.username}>
        <p>{texts().apiKeys.keyHint}</p>
        <CopyField label={texts().apiKeys.keyOf} value={connected.key} />
        <Configurations connected={connected} />
        <KeyOperations value={connected.key} />
        <p>
          <a href={hrefOf(`/activity?via=mcp&actorId=${connected.id}`)}>{text.calls}</a>
        </p>
      </Panel>
    </>
  );
}
