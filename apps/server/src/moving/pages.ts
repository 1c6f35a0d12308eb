/**
 * Reads items in pages until a page is empty, so that only one page is in memory.
 * @param read returns the page after an id, or the first page
 */
export async function* pagesOf<Item extends { readonly id: string }>(
  read: (after: Item['id'] | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1)?.id)) yield page;
}
