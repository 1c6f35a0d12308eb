import { StateEffect, StateField, type EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** A place in the text where something will be inserted later, such as a picture that is being uploaded. */
export interface TextPlace {
  readonly id: number;
  /** The text that is shown at the place until then. */
  readonly label: string;
}

interface PlacedText extends TextPlace {
  readonly at: number;
  readonly isShown: boolean;
}

const added = StateEffect.define<readonly PlacedText[]>();
/** The ids of the places whose labels are shown. */
const shown = StateEffect.define<ReadonlySet<number>>();
/** The id of the place at which the transaction inserts a text. */
const filled = StateEffect.define<number>();

class Label extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: Label): boolean {
    return other.#label === this.#label;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-place';
    element.dir = 'auto';
    element.textContent = this.#label;
    return element;
  }
}

const decorationsOf = (places: readonly PlacedText[]): DecorationSet =>
  Decoration.set(
    places
      .filter(({ isShown }) => isShown)
      .map(({ label, at }) => Decoration.widget({ widget: new Label(label), side: -1 }).range(at)),
    true,
  );

/**
 * Moves the places with the text. What is typed at a place comes after it. Where several places are at the same position,
 * a text that is inserted at one of them comes after those that were added before it, and before the others.
 */
function moved(places: readonly PlacedText[], { changes, effects }: Transaction): readonly PlacedText[] {
  const fill = effects.find((effect) => effect.is(filled));
  const index = fill === undefined ? places.length : places.findIndex(({ id }) => id === fill.value);
  return places.map((place, order) => ({ ...place, at: changes.mapPos(place.at, order > index ? 1 : -1) }));
}

/** Remembers the places. Undo does not affect them. */
export const textPlaces = StateField.define<readonly PlacedText[]>({
  create: () => [],
  update: (before, transaction) => {
    let places = transaction.docChanged ? moved(before, transaction) : before;
    for (const effect of transaction.effects) {
      if (effect.is(added)) places = [...places, ...effect.value];
      if (effect.is(shown)) places = places.map((place) => ({ ...place, isShown: effect.value.has(place.id) }));
    }
    return places;
  },
  provide: (field) => EditorView.decorations.from(field, decorationsOf),
});

/** The editor, or what stands for it in a test. */
interface Target {
  readonly state: EditorState;
  readonly dispatch: (change: TransactionSpec) => void;
}

/** Adds places at the cursor, and shows their labels. */
export function addPlaces(view: Target, places: readonly TextPlace[]): void {
  const at = view.state.selection.main.to;
  view.dispatch({ effects: added.of(places.map((place) => ({ ...place, at, isShown: true }))) });
}

/** Shows only the labels of these places. The others are remembered. */
export const showPlaces = (view: Target, ids: ReadonlySet<number>): void => view.dispatch({ effects: shown.of(ids) });

export interface InsertedText {
  readonly text: string;
  /** The place; undefined for the cursor. The text is also inserted at the cursor if the place is not known. */
  readonly placeId?: number | undefined;
  /** Whether blank lines separate the text from the others in its line. */
  readonly isParagraph?: boolean;
}

const paragraphEnd = '\n\n';

/** Inserts a text at a place. The cursor stays after it. */
export function insertText(view: Target, { text, placeId, isParagraph = false }: InsertedText): void {
  const { state } = view;
  const place = state.field(textPlaces).find(({ id }) => id === placeId);
  const from = place?.at ?? state.selection.main.to;
  const line = state.doc.lineAt(from);
  const [before, after] = [line.text.slice(0, from - line.from), line.text.slice(from - line.from)].map((part) =>
    isParagraph && part.trim() !== '' ? paragraphEnd : '',
  );
  const changes = state.changes({ from, insert: `${before}${text}${after}` });
  view.dispatch({
    changes,
    selection: state.selection.map(changes, 1),
    effects: place === undefined ? [] : filled.of(place.id),
    userEvent: 'input',
  });
}
