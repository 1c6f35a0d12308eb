import { useMemo } from 'preact/hooks';
import { commonMessages } from './messages.ts';
import { textDifference, type DifferencePart } from './text-difference.ts';

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Shows the lines of two texts, and marks the lines that only one of the texts contains. */
export function TextDifference({ before, after, label }: TextDifferenceProps) {
  const common = commonMessages();
  const parts = useMemo(() => textDifference(before, after), [before, after]);
  const textOf = ({ lines }: DifferencePart): string => lines.join('\n') || `(${common.emptyValue})`;

  return (
    <div class="differences text-difference" role="region" aria-label={label} tabIndex={0}>
      {parts.map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'skipped') {
          return (
            <p key={key} class="quiet">
              {common.skippedLines(part.lines.length)}
            </p>
          );
        }
        if (part.kind === 'same') return <pre key={key}>{textOf(part)}</pre>;
        return (
          <pre key={key}>
            {part.kind === 'removed' ? (
              <del>
                <span class="visually-hidden">{common.removed}: </span>
                {textOf(part)}
              </del>
            ) : (
              <ins>
                <span class="visually-hidden">{common.added}: </span>
                {textOf(part)}
              </ins>
            )}
          </pre>
        );
      })}
    </div>
  );
}
