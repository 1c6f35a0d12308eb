import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Button, Labels, Panel } from '../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { api } from '../session/session.ts';
import { KeyActions, KeyDialog, KeyTimes } from './api-keys.tsx';

interface ApiKeyPanelProps {
  /** The id of a service account. If undefined, the panel lists the keys of the person who is logged in. */
  readonly ownerId?: string;
}

/** Lists the API keys of the person or of a service account, with the buttons that create and change them. */
export function ApiKeyPanel({ ownerId }: ApiKeyPanelProps) {
  const text = texts().apiKeys;
  const [isCreating, setCreating] = useState(false);
  const query = { pageSize: 100, ...(ownerId !== undefined && { ownerId }) };
  const keys = useLoad((signal) => api.get('/api/api-keys', { params: { query }, signal }), [ownerId]);
  const close = (): void => {
    setCreating(false);
    keys.reload();
  };
  return (
    <Panel title={text.title} actions={<Button onClick={() => setCreating(true)}>{text.create}</Button>}>
      <LoadBoundary of={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <ul class="rows">
              {items.map((key) => (
                <li key={key.id}>
                  <div>
                    <strong dir="auto">{key.name}</strong>
                    <KeyTimes stored={key} />
                    <p>
                      <Labels of={key.permissions} />
                    </p>
                  </div>
                  <KeyActions stored={key} onChanged={keys.reload} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadBoundary>
      {isCreating ? <KeyDialog first={{ kind: 'edit' }} ownerId={ownerId} onClose={close} /> : undefined}
    </Panel>
  );
}
