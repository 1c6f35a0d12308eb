/** A block of a server-sent event stream. A block without `data` is not a message, but can set the last event id. */
export interface EventBlock {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string | undefined;
  /** Time to wait before the stream is opened again, in milliseconds. */
  readonly retry: string | undefined;
}

/**
 * Parses the stream as the service writes it: lines end with a line feed, and each message has only one line of data.
 */
export async function* eventBlocks(
  read: () => Promise<string | undefined>,
): AsyncGenerator<EventBlock, void, undefined> {
  let rest = '';
  for (let text = await read(); text !== undefined; text = await read()) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parsed(block);
  }
}

function parsed(block: string): EventBlock {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  return { event: fields.get('event'), id: fields.get('id'), data: fields.get('data'), retry: fields.get('retry') };
}
