import { expect } from 'chai';
import { applyMark, type Mark } from '../src/screens/contents/markdown-marks.ts';

/** Applies a mark to a text in which two bars enclose the selection. */
function marked(text: string, mark: Mark): string {
  const [before = '', chosen = '', after = ''] = text.split('|');
  const start = before.length;
  const result = applyMark({ text: before + chosen + after, start, end: start + chosen.length }, mark);
  return `${result.text.slice(0, result.start)}|${result.text.slice(result.start, result.end)}|${result.text.slice(result.end)}`;
}

describe('marks of Markdown', () => {
  it('surround the selection and leave it selected', () => {
    expect(marked('a |word| b', 'bold')).to.equal('a **|word|** b');
    expect(marked('a || b', 'italic')).to.equal('a *||* b');
    expect(marked('|代码|', 'code')).to.equal('`|代码|`');
  });

  it('are removed where they are', () => {
    expect(marked('a **|word|** b', 'bold')).to.equal('a |word| b');
    expect(marked('~~|gone|~~', 'strike')).to.equal('|gone|');
  });

  it('begin every selected line, also those that are selected in part', () => {
    expect(marked('one\ntw|o\nth|ree\nfour', 'list')).to.equal('one\n|- two\n- three|\nfour');
    expect(marked('|a\nb|', 'numbers')).to.equal('|1. a\n2. b|');
    expect(marked('|1. a\n2. b|', 'numbers')).to.equal('|a\nb|');
  });

  it('make several lines a block of code', () => {
    expect(marked('|a\nb|', 'code')).to.equal('```\n|a\nb|\n```');
  });

  it('make a link, whose address is selected to be typed', () => {
    expect(marked('see |here|.', 'link')).to.equal('see [here](|https://|).');
  });
});
