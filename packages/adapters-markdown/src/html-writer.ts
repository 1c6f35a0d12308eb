import type { MarkdownIt, Token } from 'markdown-it';

/** The HTML of a document, and the offsets at which the tags of its Markdown headings begin. */
interface WrittenHtml {
  readonly html: string;
  readonly headingOffsets: readonly number[];
}

export interface HtmlWriter {
  readonly add: (tokens: Token[]) => void;
  readonly end: () => WrittenHtml;
}

/** Creates a writer that renders a document in slices (parts). The result is the same as that of markdown-it. */
export function createHtmlWriter({ renderer, options }: MarkdownIt): HtmlWriter {
  const env = {};
  const slices: string[] = [];
  const headingOffsets: number[] = [];
  let length = 0;
  return {
    add: (tokens) => {
      // The string that `join` returns does not refer to the pieces. Concatenation would keep all pieces in memory.
      const pieces: string[] = [];
      for (const [index, token] of tokens.entries()) {
        const rule = renderer.rules[token.type];
        const piece =
          token.type === 'inline'
            ? renderer.renderInline(token.children ?? [], options, env)
            : (rule?.(tokens, index, options, env, renderer) ?? renderer.renderToken(tokens, index, options));
        if (token.type === 'heading_open') headingOffsets.push(length + piece.indexOf('<'));
        length += piece.length;
        pieces.push(piece);
      }
      slices.push(pieces.join(''));
    },
    end: () => ({ html: slices.join(''), headingOffsets }),
  };
}
