import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const box = /^\[([ xX])\](?=\s)/;

/** Adds GFM's task list items (0.29, section 5.3). As in the examples of GFM, the output has no id, class or label. */
export function addGfmTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task-lists', ({ tokens, Token: New }: StateCore) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open') continue;
      if (tokens[index - 2]?.type !== 'list_item_open') continue;
      const text = token.children?.[0];
      const [marker, state] = (text?.type === 'text' && box.exec(text.content)) || [];
      if (text === undefined || marker === undefined) continue;
      text.content = text.content.slice(marker.length);
      token.children?.unshift(checkbox(new New('task_box', 'input', 0), state !== ' '));
    }
  });
}

function checkbox(token: Token, isChecked: boolean): Token {
  if (isChecked) token.attrPush(['checked', '']);
  token.attrPush(['disabled', '']);
  token.attrPush(['type', 'checkbox']);
  return token;
}
