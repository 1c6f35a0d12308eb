import type { MarkdownIt, Token } from 'markdown-it';

/** The HTML of a document, with the offsets at which the tags of its Markdown headings begin. */
interface WrittenHtml {
  readonly html: string;
  readonly headingOffsets: readonly number[];
}

export interface HtmlWriter {
  readonly add: (tokens: Token[]) => void;
  readonly end: () => WrittenHtml;
}

/** Renders tokens as markdown-it does, slice by slice. */
export function createHtmlWriter({ renderer, options }: MarkdownIt): HtmlWriter {
  const env = {};
  const slices: string[] = [];
  const headingOffsets: number[] = [];
  let length = 0;
  return {
    add: (tokens) => {
      // Joining makes one flat string; adding up would keep every piece until the end.
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
