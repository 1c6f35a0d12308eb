import type { Schemas } from '@portcullis/client';
import { keyboardMove, rowsOf, type TreeMove } from '../../parts/tree-moves.ts';
import { menusMessages } from './messages.ts';

interface MoveButtonsProps {
  readonly tree: readonly Schemas['MenuNode'][];
  readonly menuId: string;
  readonly onMove: (move: TreeMove) => void;
}

const directions = ['up', 'down', 'out', 'in'] as const;

/** Moves a menu by single taps, for people who neither drag nor have a keyboard. */
export function MoveButtons({ tree, menuId, onMove }: MoveButtonsProps) {
  const text = menusMessages();
  const row = rowsOf(tree, new Set()).find(({ node }) => node.id === menuId);
  if (row === undefined) return null;
  return (
    <div class="bulk" role="group" aria-label={text.move}>
      <span>{text.move}</span>
      {directions.map((direction) => {
        const move = keyboardMove(row, direction);
        return (
          <button key={direction} type="button" disabled={move === undefined} onClick={() => move && onMove(move)}>
            {text.moves[direction]}
          </button>
        );
      })}
    </div>
  );
}
