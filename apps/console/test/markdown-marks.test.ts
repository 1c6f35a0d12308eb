import { expect } from 'chai';
import { applyMark, type Mark } from '../src/editor/markdown-marks.ts';

/** Applies Markdown formatting to a text. Two `|` characters enclose the selection, before and after the change. */
function marked(text: string, mark: Mark): string {
  const [before = '', chosen = '', after = ''] = text.split('|');
  const start = before.length;
  const result = applyMark({ text: before + chosen + after, start, end: start + chosen.length }, mark);
  return `${result.text.slice(0, result.start)}|${result.text.slice(result.start, result.end)}|${result.text.slice(result.end)}`;
}

describe('applyMark', () => {
  it('adds delimiters around the selection and keeps the text selected', () => {
    expect(marked('a |word| b', 'bold')).to.equal('a **|word|** b');
    expect(marked('a || b', 'italic')).to.equal('a *||* b');
    expect(marked('|代码|', 'code')).to.equal('`|代码|`');
  });

  it('removes delimiters that already surround the selection', () => {
    expect(marked('a **|word|** b', 'bold')).to.equal('a |word| b');
    expect(marked('~~|gone|~~', 'strike')).to.equal('|gone|');
  });

  it('adds or removes the prefix of every line that is at least partly selected', () => {
    expect(marked('one\ntw|o\nth|ree\nfour', 'list')).to.equal('one\n|- two\n- three|\nfour');
    expect(marked('|a\nb|', 'numbers')).to.equal('|1. a\n2. b|');
    expect(marked('|1. a\n2. b|', 'numbers')).to.equal('|a\nb|');
  });

  it('formats several lines as a code block', () => {
    expect(marked('|a\nb|', 'code')).to.equal('```\n|a\nb|\n```');
  });

  it('creates a link and selects the placeholder of its URL', () => {
    expect(marked('see |here|.', 'link')).to.equal('see [here](|https://|).');
  });

  it('adds an empty table below the line, and goes to its first cell', () => {
    expect(marked('o||ne\ntwo', 'table')).to.equal('one\n\n| || |  |\n| --- | --- |\n|  |  |\n\ntwo');
    expect(marked('||', 'table')).to.equal('| || |  |\n| --- | --- |\n|  |  |\n');
  });
});
