import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { editorTheme, markdownStyle } from './editor-theme.ts';
import { lineDirection } from './line-direction.ts';
import { applyMark, type Mark } from './markdown-marks.ts';
import { markdownTableOf } from './table-paste.ts';
import { changeBetween } from './text-change.ts';
import { addPlaces, insertText, showPlaces, textPlaces, type InsertedText, type TextPlace } from './text-places.ts';

const shortcuts: Readonly<Record<string, Mark>> = {
  'Mod-b': 'bold',
  'Mod-i': 'italic',
  'Mod-k': 'link',
  'Mod-e': 'code',
  'Mod-Shift-x': 'strike',
  'Mod-Shift-7': 'numbers',
  'Mod-Shift-8': 'list',
  'Mod-Shift-9': 'quote',
};

export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  /** The name for screen readers. */
  readonly label: string;
  readonly isMarkdown: boolean;
  readonly isReadOnly: boolean;
  /** The translations of the texts of CodeMirror, by the English text. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (text: string) => void;
  /** Takes files that are pasted or dropped. @returns false if the editor does not take them */
  readonly onFiles: (files: readonly File[]) => boolean;
}

export interface TextEditor {
  /** Replaces the text, for example by that of a restored version. The person can undo it. */
  readonly setText: (text: string) => void;
  readonly mark: (by: Mark) => void;
  readonly setInvalid: (isInvalid: boolean) => void;
  /** Adds places at the cursor, where `insert` inserts a text later. They move with the other text. */
  readonly addPlaces: (places: readonly TextPlace[]) => void;
  /** Shows only the labels of these places. The others are remembered. */
  readonly showPlaces: (ids: ReadonlySet<number>) => void;
  readonly insert: (inserted: InsertedText) => void;
  readonly destroy: () => void;
}

function replaceText(view: EditorView, text: string, selection?: { anchor: number; head: number }): void {
  const changes = changeBetween(view.state.doc.toString(), text);
  view.dispatch({
    changes,
    ...(selection === undefined ? {} : { selection }),
    scrollIntoView: selection !== undefined,
  });
}

function mark(view: EditorView, by: Mark): boolean {
  if (view.state.readOnly) return false;
  const { from, to } = view.state.selection.main;
  const { text, start, end } = applyMark({ text: view.state.doc.toString(), start: from, end: to }, by);
  replaceText(view, text, { anchor: start, head: end });
  return true;
}

/** Pastes and drops: a table becomes a Markdown table, and files are passed on. */
const incoming = ({ isMarkdown, onFiles }: EditorOptions): Extension => {
  const take = (event: Event, data: DataTransfer | null): boolean => {
    if (data === null || data.files.length === 0 || !onFiles([...data.files])) return false;
    event.preventDefault();
    return true;
  };
  return EditorView.domEventHandlers({
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null && event.dataTransfer?.types.includes('Files') === true)
        view.dispatch({ selection: { anchor: at } });
      return take(event, event.dataTransfer);
    },
    paste: (event, view) => {
      const data = event.clipboardData;
      if (view.state.readOnly || data === null) return false;
      const table = isMarkdown
        ? markdownTableOf({ html: data.getData('text/html'), text: data.getData('text/plain') })
        : undefined;
      // Word processors and spreadsheets also put a picture of the text into the clipboard.
      if (table === undefined) return data.getData('text/plain') === '' && take(event, data);
      event.preventDefault();
      const { from } = view.state.selection.main;
      const line = view.state.doc.lineAt(from);
      const before = line.from === from ? '' : '\n\n';
      view.dispatch(view.state.replaceSelection(`${before}${table}\n`), {
        userEvent: 'input.paste',
        scrollIntoView: true,
      });
      return true;
    },
  });
};

/**
 * Replaces a selection by what is typed. The browser would keep the look of the replaced text as an inline style, which
 * the Content Security Policy forbids.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    if (inputType !== 'insertText' || data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/**
 * Creates the editor of a text within a shadow root. There, CodeMirror adds its styles as constructed style sheets,
 * which the Content Security Policy allows. In the page itself it would create a style element.
 */
export function createTextEditor(options: EditorOptions): TextEditor {
  const { host, text, label, isMarkdown, isReadOnly, phrases, onChange } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const markdown: Extension = [
    markdownLanguage,
    syntaxHighlighting(markdownStyle),
    Prec.high(
      keymap.of([
        { key: 'Enter', run: insertNewlineContinueMarkup },
        { key: 'Backspace', run: deleteMarkupBackward },
        ...Object.entries(shortcuts).map(([key, by]) => ({ key, run: (view: EditorView) => mark(view, by) })),
      ]),
    ),
  ];
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        isMarkdown ? markdown : [],
        history(),
        drawSelection(),
        search({ top: true }),
        keymap.of([...historyKeymap, ...searchKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        lineDirection,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-readonly': String(isReadOnly),
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        EditorState.readOnly.of(isReadOnly),
        EditorState.phrases.of(phrases),
        editorTheme,
        incoming(options),
        isReadOnly ? [] : typeOverSelection,
        textPlaces,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (to) => replaceText(view, to),
    mark: (by) => {
      mark(view, by);
      view.focus();
    },
    setInvalid: (isInvalid) => view.contentDOM.setAttribute('aria-invalid', String(isInvalid)),
    addPlaces: (places) => addPlaces(view, places),
    showPlaces: (ids) => showPlaces(view, ids),
    insert: (inserted) => insertText(view, inserted),
    destroy: () => view.destroy(),
  };
}
