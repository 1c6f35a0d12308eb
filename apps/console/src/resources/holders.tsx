import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Button, Panel } from '../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { hrefOf } from '../routing/location.ts';
import { PathSentences } from './access-paths.tsx';

type Holder = Schemas['Holder'] | Schemas['PermissionHolder'] | Schemas['MenuHolder'];

interface HolderPart {
  readonly items: readonly Holder[];
  readonly next: string | null;
}

interface HoldersProps {
  /** The code of the permission; undefined for a role or a menu. */
  readonly permission?: string;
  /** Reads a part of the holders. */
  readonly read: (query: { readonly after?: string }, signal: AbortSignal) => Promise<HolderPart>;
}

/** Shows who has a role, a permission or a menu, and why, and the API keys that can use a permission. */
export function HoldersPanel({ permission, read }: HoldersProps) {
  const text = texts().access;
  const [after, setAfter] = useState<string | undefined>(undefined);
  const [earlier, setEarlier] = useState<readonly Holder[]>([]);
  const part = useLoad((signal) => read(after === undefined ? {} : { after }, signal), [after]);
  return (
    <Panel title={text.holders}>
      <LoadBoundary of={part}>
        {({ items, next }) => (
          <>
            {earlier.length + items.length === 0 && next === null ? <p class="quiet">{text.noHolders}</p> : undefined}
            <ul class="rows">
              {[...earlier, ...items].map((holder) => (
                <li key={holder.id}>
                  <div>
                    <a href={hrefOf(`/users/${holder.id}`)} dir="auto">
                      {holder.username}
                    </a>
                    <PathSentences permission={permission} paths={holder.paths} nearMisses={holder.nearMisses} />
                    {'apiKeys' in holder && holder.apiKeys.length > 0 ? (
                      <p class="quiet">
                        {text.withKeys({ names: holder.apiKeys.map(({ name }) => name).join(text.comma) })}
                      </p>
                    ) : undefined}
                  </div>
                </li>
              ))}
            </ul>
            {next === null ? undefined : (
              <Button
                isBusy={part.isLoading}
                onClick={() => {
                  setEarlier([...earlier, ...items]);
                  setAfter(next);
                }}
              >
                {text.more}
              </Button>
            )}
          </>
        )}
      </LoadBoundary>
    </Panel>
  );
}
