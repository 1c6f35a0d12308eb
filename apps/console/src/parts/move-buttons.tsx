import { commonMessages } from './messages.ts';
import { keyboardMove, rowsOf, type TreeMove, type TreeNode } from './tree-moves.ts';
import { Button } from './button.tsx';

interface MoveButtonsProps<Node> {
  readonly nodes: readonly Node[];
  readonly id: string;
  readonly onMove: (move: TreeMove) => void;
}

const directions = ['up', 'down', 'out', 'in'] as const;

/** Buttons that move a node of a tree, for people who cannot drag it and have no keyboard. */
export function MoveButtons<Node extends TreeNode & { readonly children: readonly Node[] }>(
  props: MoveButtonsProps<Node>,
) {
  const { nodes, id, onMove } = props;
  const text = commonMessages();
  const row = rowsOf(nodes, new Set()).find(({ node }) => node.id === id);
  if (row === undefined) return null;
  return (
    <div class="bulk" role="group" aria-label={text.move}>
      <span>{text.move}</span>
      {directions.map((direction) => {
        const move = keyboardMove(row, direction);
        return (
          <Button key={direction} isDisabled={move === undefined} onClick={() => move && onMove(move)}>
            {text.moves[direction]}
          </Button>
        );
      })}
    </div>
  );
}
