import { createClient, tokensIn } from '@portcullis/client';
import { accessControlProvider, authProvider, dataProvider, liveProvider } from '@portcullis/refine';
import {
  Authenticated,
  CanAccess,
  Refine,
  useCreate,
  useGetIdentity,
  useList,
  useLogin,
  useLogout,
  useMany,
  useUpdate,
} from '@refinedev/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Label {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly version: number;
}

const portcullis = createClient({ baseUrl: location.hash.slice(1), tokens: tokensIn(localStorage) });
const resource = 'team.labels';

function LogIn() {
  const { mutate } = useLogin<{ username: string; password: string }>();
  const [values, setValues] = useState({ username: '', password: '' });
  return (
    <main>
      <h1>Log in</h1>
      <input aria-label="User" onChange={({ target }) => setValues({ ...values, username: target.value })} />
      <input aria-label="Password" onChange={({ target }) => setValues({ ...values, password: target.value })} />
      <button onClick={() => mutate(values)}>Log in</button>
    </main>
  );
}

function Labels() {
  const { data: identity } = useGetIdentity<{ name: string }>();
  const { mutate: logOut } = useLogout();
  const { mutate: create } = useCreate();
  const { mutate: update } = useUpdate();
  const [message, setMessage] = useState('');
  const { result } = useList<Label>({ resource, liveMode: 'auto', sorters: [{ field: 'name', order: 'asc' }] });
  const ids = result.data.slice(0, 2).map(({ id }) => id);
  const many = useMany<Label>({ resource, ids, queryOptions: { enabled: ids.length > 1 } });
  const values = { colour: '#336699', rank: 1, isShown: true, size: 'small' };
  const rename = (label: Label) =>
    update(
      { resource, id: label.id, values: { rank: label.rank + 1, version: label.version } },
      { onError: (error) => setMessage(error.message) },
    );
  return (
    <main>
      <h1>Labels of {identity?.name}</h1>
      <CanAccess resource={resource} action="create">
        <button onClick={() => create({ resource, values: { ...values, name: 'Bug' } })}>Create</button>
      </CanAccess>
      <ul>
        {result.data.map((label) => (
          <li key={label.id}>
            {label.name}, rank {label.rank} <button onClick={() => rename(label)}>Raise {label.name}</button>
          </li>
        ))}
      </ul>
      <p role="status">{many.result.data.map(({ name }) => name).join(' and ')}</p>
      <p role="alert">{message}</p>
      <button onClick={() => logOut()}>Log out</button>
    </main>
  );
}

/** The messages are outside of the pages, because refine mounts the log-in page again after a failed log-in. */
const notices = document.body.appendChild(document.createElement('output'));
const notificationProvider = {
  open: ({ message, description = '' }: { message: string; description?: string | undefined }) => {
    notices.textContent = `${message}: ${description}`;
  },
  close: () => undefined,
};

const App = () => (
  <Refine
    dataProvider={dataProvider(portcullis)}
    authProvider={authProvider(portcullis)}
    accessControlProvider={accessControlProvider(portcullis)}
    liveProvider={liveProvider(portcullis)}
    notificationProvider={notificationProvider}
    resources={[{ name: resource }]}
    options={{ disableTelemetry: true }}
  >
    <Authenticated key="labels" fallback={<LogIn />}>
      <Labels />
    </Authenticated>
  </Refine>
);

createRoot(document.getElementById('root') ?? document.body).render(<App />);
