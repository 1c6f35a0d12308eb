import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect } from 'chai';
import { addPlaces, insertText, showPlaces, textPlaces } from '../src/editor/text-places.ts';

function editorWith(doc: string, cursor: number) {
  let state = EditorState.create({ doc, selection: { anchor: cursor }, extensions: [textPlaces] });
  return {
    get state() {
      return state;
    },
    get text() {
      return state.doc.toString();
    },
    get shown() {
      return state.field(textPlaces).flatMap(({ id, isShown }) => (isShown ? [id] : []));
    },
    dispatch: (change: TransactionSpec) => {
      state = state.update(change).state;
    },
    type: (insert: string, from: number) => {
      state = state.update({ changes: { from, insert } }).state;
    },
  };
}

const place = (id: number) => ({ id, label: `Uploading ${id} …` });

describe('The places of uploads in a text', () => {
  it('move with the text', () => {
    const editor = editorWith('before after', 7);
    addPlaces(editor, [place(1)]);
    editor.type('long ', 0);
    editor.type('!', 17);
    insertText(editor, { placeId: 1, text: '![]()' });
    expect(editor.text).to.equal('long before ![]()after!');
  });

  it('keep the order of the files, in whatever order they are stored', () => {
    const editor = editorWith('', 0);
    addPlaces(editor, [place(1), place(2), place(3)]);
    for (const id of [2, 3, 1]) insertText(editor, { placeId: id, text: `${id}` });
    expect(editor.text).to.equal('123');
  });

  it('are before what is typed at the cursor meanwhile', () => {
    const editor = editorWith('Text. ', 6);
    addPlaces(editor, [place(1)]);
    editor.type('More.', 6);
    insertText(editor, { placeId: 1, text: '![]() ' });
    expect(editor.text).to.equal('Text. ![]() More.');
  });

  it('leave the cursor after the inserted text', () => {
    const editor = editorWith('ab', 1);
    addPlaces(editor, [place(1)]);
    insertText(editor, { placeId: 1, text: '123' });
    expect(editor.state.selection.main.head).to.equal(4);
  });

  it('are remembered while their upload has failed', () => {
    const editor = editorWith('ab', 1);
    addPlaces(editor, [place(1), place(2)]);
    showPlaces(editor, new Set([2]));
    expect(editor.shown).to.deep.equal([2]);
    showPlaces(editor, new Set([1, 2]));
    insertText(editor, { placeId: 1, text: '1' });
    expect(editor.text).to.equal('a1b');
  });

  it('become paragraphs on demand, in whatever order the files are stored', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ])
      for (const [doc, cursor, expected] of [
        ['', 0, '1\n\n2'],
        ['before after', 7, 'before \n\n1\n\n2\n\nafter'],
        ['one\n\n\n\ntwo', 5, 'one\n\n1\n\n2\n\ntwo'],
      ] as const) {
        const editor = editorWith(doc, cursor);
        addPlaces(editor, [place(1), place(2)]);
        for (const id of order) insertText(editor, { placeId: id, text: `${id}`, isParagraph: true });
        expect(editor.text).to.equal(expected);
      }
  });

  it('are not needed: without one, the text is inserted at the cursor', () => {
    const editor = editorWith('ab', 1);
    insertText(editor, { placeId: undefined, text: '-' });
    insertText(editor, { placeId: 7, text: '+' });
    expect(editor.text).to.equal('a-+b');
  });
});
