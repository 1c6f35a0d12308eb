import { Tokenizer } from 'htmlparser2';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Elements that may be open at a time, as in browsers. The time to find the end of an element grows with their number. */
const maxOpenElements = 512;

/** Allowed elements that have no content, so that they never stay open. */
const voidElements = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);

/** Follows the elements of a text while htmlparser2 reads it, and drops the tags that would open too many. */
export interface OpenElements {
  /** For htmlparser2, instead of its own. */
  readonly Tokenizer: typeof Tokenizer;
  /** The offset at which the tag read last begins; -1 for an element that has no tag of its own. */
  readonly tagOffset: () => number;
  /** To be called when the parser opens and closes an element. */
  readonly onOpenTag: () => void;
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
