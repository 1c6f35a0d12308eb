import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

const automatic = Decoration.line({ attributes: { dir: 'auto' } });

function decorations(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      builder.add(line.from, line.from, automatic);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Shows each line in the direction of its text, so that lines in Arabic and in English can be in one text. */
export const lineDirection = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: decorations(view),
      update({ docChanged, viewportChanged, view: current }: ViewUpdate) {
        if (docChanged || viewportChanged) this.lines = decorations(current);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];
