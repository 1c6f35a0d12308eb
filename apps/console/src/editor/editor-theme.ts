import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of the editor. The colours are those of the page, which a shadow root inherits. */
export const editorTheme = EditorView.theme({
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

export const markdownStyle = HighlightStyle.define([
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
