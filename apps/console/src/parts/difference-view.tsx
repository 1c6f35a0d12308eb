import { differencesOf, listChanges } from './differences.ts';
import { commonMessages } from './messages.ts';

interface DifferenceViewProps {
  readonly before: unknown;
  readonly after: unknown;
  /** Returns the text to show for a string value. For the id of a role, for example, it is the name of the role. */
  readonly nameOf?: (value: string) => string;
}

/** Shows each value that differs between two versions, before and after the change. */
export function DifferenceView({ before, after, nameOf = (value) => value }: DifferenceViewProps) {
  const text = commonMessages();
  const shown = (value: unknown): string => {
    if (value === undefined || value === null) return '–';
    return typeof value === 'string' ? nameOf(value) : JSON.stringify(value);
  };
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p class="quiet">{text.unchanged}</p>;
  return (
    <dl class="differences">
      {differences.map(({ path, before: old, after: now }) => {
        const lists =
          Array.isArray(old) && Array.isArray(now) ? listChanges(old, now) : { removed: [old], added: [now] };
        return (
          <div key={path}>
            {path === '' ? undefined : <dt>{path}</dt>}
            {lists.removed.map((value) => (
              <dd key={`-${shown(value)}`}>
                <del>
                  <span class="visually-hidden">{text.removed}: </span>
                  {shown(value)}
                </del>
              </dd>
            ))}
            {lists.added.map((value) => (
              <dd key={`+${shown(value)}`}>
                <ins>
                  <span class="visually-hidden">{text.added}: </span>
                  {shown(value)}
                </ins>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
