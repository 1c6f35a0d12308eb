import { Session } from 'node:inspector';
import { createMarkdownRenderer } from '../../src/index.ts';

// Prints the files that this thread has loaded after documents were converted in both lanes.
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url } }) => process.stdout.write(`${url}\n`));
const renderer = createMarkdownRenderer();
for (const length of [1, 50_000])
  await renderer.render(`# Title\n\n<b>x</b>\n\n\`\`\`js\n1\n\`\`\`\n${'text '.repeat(length)}`);
await renderer.close();
session.post('Debugger.enable');
session.disconnect();
