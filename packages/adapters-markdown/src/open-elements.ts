import { Tokenizer } from 'htmlparser2';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Maximum depth of open elements, as in browsers. The time to find the end of an element grows with the depth. */
const maxOpenElements = 512;

/**
 * The void elements that the allow list in `sanitise.ts` contains. Void elements have no content, so they do not
 * increase the depth and are allowed at every depth.
 */
const voidElements = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);

/**
 * Tracks the open elements while htmlparser2 parses a text, and drops the opening tags of elements beyond the maximum
 * depth.
 */
export interface OpenElements {
  /** The class to pass to htmlparser2 as its tokenizer. */
  readonly Tokenizer: typeof Tokenizer;
  /**
   * Returns the offset of the opening tag that was just parsed. Returns -1 if the parser opens an element at a closing
   * tag, as at a `</p>` without `<p>`.
   */
  readonly tagOffset: () => number;
  /** Must be called when the parser opens an element. */
  readonly onOpenTag: () => void;
  /** Must be called when the parser closes an element. */
  readonly onCloseTag: () => void;
}

export function createOpenElements(html: string): OpenElements {
  let open = 0;
  let offset = -1;
  let isDropped = false;

  const bounded = (parser: Callbacks): Callbacks => ({
    onopentagname: (start, end) => {
      offset = start - 1;
      isDropped = open >= maxOpenElements && !voidElements.has(html.slice(start, end).toLowerCase());
      if (!isDropped) parser.onopentagname(start, end);
    },
    onopentagend: (end) => {
      if (!isDropped) parser.onopentagend(end);
    },
    onselfclosingtag: (end) => {
      if (!isDropped) parser.onselfclosingtag(end);
    },
    onattribname: (start, end) => {
      if (!isDropped) parser.onattribname(start, end);
    },
    onattribdata: (start, end) => {
      if (!isDropped) parser.onattribdata(start, end);
    },
    onattribentity: (codePoint) => {
      if (!isDropped) parser.onattribentity(codePoint);
    },
    onattribend: (quote, end) => {
      if (!isDropped) parser.onattribend(quote, end);
    },
    onclosetag: (start, end) => {
      offset = -1;
      parser.onclosetag(start, end);
    },
    oncdata: (start, end, endOffset) => parser.oncdata(start, end, endOffset),
    oncomment: (start, end, endOffset) => parser.oncomment(start, end, endOffset),
    ondeclaration: (start, end) => parser.ondeclaration(start, end),
    onend: () => parser.onend(),
    onprocessinginstruction: (start, end) => parser.onprocessinginstruction(start, end),
    ontext: (start, end) => parser.ontext(start, end),
    ontextentity: (codePoint, end) => parser.ontextentity(codePoint, end),
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
  });

  return {
    Tokenizer: class extends Tokenizer {
      constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: Callbacks) {
        super(options, bounded(parser));
      }
    },
    tagOffset: () => offset,
    onOpenTag: () => {
      open += 1;
    },
    onCloseTag: () => {
      open -= 1;
    },
  };
}
