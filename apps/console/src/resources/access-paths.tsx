import type { Schemas } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { timeText } from '../parts/elements.tsx';
import { permissionNameOf, roleName } from './built-in-names.ts';
import { storedConditionText } from './condition-text.ts';

export interface Path extends Pick<Schemas['AccessPath'], 'role' | 'since' | 'until'> {
  /** The permission of the role that allows an operation. */
  readonly permission?: string | null;
  /** The condition under which the role has the permission. */
  readonly condition?: Record<string, unknown> | null;
  /** The menu of the role because of which a directory is shown. */
  readonly below?: string | null;
}

export type NearMiss = Path & Pick<Schemas['AccessNearMiss'], 'reason' | 'otherReasons'>;

/** Returns a sentence for a path that gives access to a permission or something else, without its end. */
function pathText(path: Path, given: string, nameOf: (code: string) => string): string {
  const { role, since, until, permission, condition, below } = path;
  const text = texts().access;
  const clause = storedConditionText(condition ?? null, permission ?? given);
  return [
    text.through({ role: roleName(role) }),
    permission === undefined || permission === null ? '' : text.withPermission({ name: nameOf(permission) }),
    clause === undefined ? '' : text.onlyIf({ clause }),
    below === undefined || below === null ? '' : text.withMenuBelow({ name: below }),
    since === null ? '' : text.since({ time: timeText(since) }),
    until === null ? '' : text.until({ time: timeText(until) }),
  ].join('');
}

function nearMissText(path: NearMiss, given: string, nameOf: (code: string) => string): string {
  const text = texts().access;
  const reasons = [path.reason, ...path.otherReasons].map((reason) => text.reasons[reason]);
  return `${pathText(path, given, nameOf)}${text.but({ reasons: reasons.join(text.and) })}`;
}

interface PathSentencesProps {
  /** The code of the permission to which the paths lead; undefined if they lead to something else. */
  readonly permission?: string | undefined;
  readonly paths: readonly Path[];
  readonly nearMisses: readonly NearMiss[];
  /** Returns the name of a permission by its code. */
  readonly nameOf?: (code: string) => string;
}

/** Shows a sentence for each path that gives access, and for each path that nearly does. */
export function PathSentences({ permission = '', paths, nearMisses, nameOf = permissionNameOf }: PathSentencesProps) {
  const text = texts().access;
  const sentences = [
    ...paths.map((path) => `${pathText(path, permission, nameOf)}${text.end}`),
    ...nearMisses.map((path) => nearMissText(path, permission, nameOf)),
  ];
  return (
    <>
      {(sentences.length === 0 ? [text.noPath] : sentences).map((sentence) => (
        <p key={sentence} class="quiet">
          {sentence}
        </p>
      ))}
    </>
  );
}
