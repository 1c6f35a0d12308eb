import { useState } from 'preact/hooks';
import { Button, Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { apiKeyMessages } from '../../resources/api-key-messages.ts';
import { KeyActions, KeyDialog, KeyTimes } from '../../resources/api-keys.tsx';
import { api } from '../../session/session.ts';

/** Lists the API keys of the person who is logged in. */
export function OwnApiKeys() {
  const text = apiKeyMessages();
  const [isCreating, setCreating] = useState(false);
  const own = useLoad((signal) => api.get('/api/api-keys', { params: { query: { pageSize: 100 } }, signal }), []);
  const close = (): void => {
    setCreating(false);
    own.reload();
  };
  return (
    <Panel title={text.title} actions={<Button onClick={() => setCreating(true)}>{text.create}</Button>}>
      <LoadBoundary of={own}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <ul class="rows">
              {items.map((key) => (
                <li key={key.id}>
                  <div>
                    <strong>{key.name}</strong>
                    <KeyTimes stored={key} />
                    <p>
                      {key.permissions.map((code) => (
                        <span key={code} class="tag">
                          {code}
                        </span>
                      ))}
                    </p>
                  </div>
                  <KeyActions stored={key} onChanged={own.reload} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadBoundary>
      {isCreating ? <KeyDialog first={{ kind: 'edit' }} onClose={close} /> : undefined}
    </Panel>
  );
}
