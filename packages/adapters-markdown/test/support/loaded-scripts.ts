import { Session } from 'node:inspector';
import { createMarkdownRenderer } from '../../src/index.ts';

// Converts documents in both lanes and prints the files that the main thread loads.
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url } }) => process.stdout.write(`${url}\n`));
const renderer = createMarkdownRenderer();
for (const length of [1, 50_000])
  await renderer.render(`# Title\n\n<b>x</b>\n\n\`\`\`js\n1\n\`\`\`\n${'text '.repeat(length)}`);
await renderer.close();
session.post('Debugger.enable');
session.disconnect();
