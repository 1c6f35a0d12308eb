/** A block of a stream of server-sent events. A block without `data` is not a message, but it may set the last event id. */
export interface EventBlock {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string | undefined;
  /** Time to wait before the stream is opened again, in milliseconds. */
  readonly retry: string | undefined;
}

/** Parses the stream in the form in which the service writes it: each line ends with a line feed, and each message has one line of data. */
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
