import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxHighlighting, HighlightStyle } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  keymap,
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { applyMark, type Mark } from './markdown-marks.ts';
import { markdownTableOf } from './table-paste.ts';
import { changeBetween } from './text-change.ts';
import { addPlaces, insertText, showPlaces, textPlaces, type InsertedText, type TextPlace } from './text-places.ts';
import { tags } from '@lezer/highlight';

/** The look of the editor. The colours are those of the page, which a shadow root inherits. */
const editorTheme = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--size-text)', maxHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', minHeight: 'var(--editor-height, 320px)', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-place': {
    padding: '0 6px',
    borderRadius: 'var(--radius)',
    background: 'var(--accent-soft)',
    color: 'var(--accent)',
    fontSize: 'var(--size-small)',
  },
  '.cm-searchMatch': { background: 'var(--accent-soft)', outline: '1px solid var(--line)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-panels': { background: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { display: 'flex', flexWrap: 'wrap', gap: '4px', padding: '8px', fontFamily: 'var(--font)' },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  '.cm-textfield, .cm-button, .cm-panel.cm-search [name=close]': {
    minHeight: '28px',
    margin: '0',
    padding: '2px 8px',
    border: '1px solid var(--control)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    font: 'inherit',
    fontSize: 'var(--size-small)',
  },
  '.cm-panel.cm-search [name=close]': { position: 'static', marginInlineStart: 'auto', minWidth: '28px' },
});

const mono = 'var(--mono)';

const markdownStyle = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '700', fontSize: '20px' },
  { tag: tags.heading2, fontWeight: '700', fontSize: '16px' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: mono, color: 'var(--good)' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.quote, tags.meta, tags.processingInstruction, tags.contentSeparator], color: 'var(--quiet)' },
  { tag: [tags.angleBracket, tags.tagName, tags.attributeName], fontFamily: mono, color: 'var(--accent)' },
  { tag: [tags.attributeValue, tags.string], fontFamily: mono, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
]);

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
const lineDirection = [
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
        ...markdownKeymap,
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
