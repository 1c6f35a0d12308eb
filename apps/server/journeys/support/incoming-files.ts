import type { Page } from 'playwright-core';

/** A file that a person drops or pastes. */
export interface IncomingFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Returns a script that makes a `DataTransfer` with files, which a test cannot take from the desktop. */
const transferOf = (files: readonly IncomingFile[]): string => `(() => {
  const data = new DataTransfer();
  for (const [name, type, content] of ${JSON.stringify(files.map(({ name, type, content }) => [name, type, content.toString('base64')]))}) {
    data.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name, { type }));
  }
  return data;
})()`;

const editor = `document.querySelector('.text-editor').shadowRoot.querySelector('.cm-content')`;

/** Drops files at the end of a line of the text of an article. The first line has the number 0. */
export const dropInText = (page: Page, line: number, files: readonly IncomingFile[]): Promise<void> =>
  page.evaluate(`(() => {
    const { right, top } = ${editor}.querySelectorAll('.cm-line')[${line}].getBoundingClientRect();
    ${editor}.dispatchEvent(new DragEvent('drop', {
      dataTransfer: ${transferOf(files)}, bubbles: true, cancelable: true, composed: true, clientX: right - 2, clientY: top + 8,
    }));
  })()`);

/** Pastes files into the text of an article, perhaps with a plain text, as word processors do. */
export const pasteInText = (page: Page, files: readonly IncomingFile[], text = ''): Promise<void> =>
  page.evaluate(`(() => {
    const data = ${transferOf(files)};
    if (${text !== ''}) data.setData('text/plain', ${JSON.stringify(text)});
    ${editor}.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
  })()`);

/** Drops files on a screen, or pastes them. */
export const bringToPage = (page: Page, how: 'drop' | 'paste', files: readonly IncomingFile[]): Promise<void> =>
  page.evaluate(`(() => {
    const data = ${transferOf(files)};
    const options = { bubbles: true, cancelable: true };
    document.querySelector('main h1').dispatchEvent(${
      how === 'drop'
        ? "new DragEvent('drop', { ...options, dataTransfer: data })"
        : "new ClipboardEvent('paste', { ...options, clipboardData: data })"
    });
  })()`);
