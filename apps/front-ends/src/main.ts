import { launchBrowser } from './support/browser.ts';
import { startChecks, type Report } from './support/checks.ts';
import type { FrontEnd } from './support/front-end.ts';
import { serveBuild } from './support/serve.ts';
import { databases, startService, type DatabaseKind } from './support/service.ts';
import { soybean } from './soybean/front-end.ts';
import { vben } from './vben/front-end.ts';

/**
 * Builds each front end from its original sources, as its guide in docs/front-ends describes, and tests it in Chromium
 * with both kinds of database. The command is `npm run test:long -- front-ends [name…] [database…]`. If FRONT_ENDS_BUILT
 * names the directory of a finished build, nothing is built.
 */
const frontEnds: readonly FrontEnd[] = [soybean, vben];

async function look(frontEnd: FrontEnd, kind: DatabaseKind): Promise<Report> {
  console.log(`\n${frontEnd.name} on the ${kind} database`);
  const service = await startService(kind, frontEnd);
  const browser = await launchBrowser();
  // If a check fails, the pages are reloaded. This closes open forms and dialogs, which would disturb the next check.
  const reload = async (): Promise<void> => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.allSettled(pages.map((page) => page.reload()));
  };
  const { check, report } = startChecks(reload);
  try {
    await frontEnd.look({ service, browser, check });
  } finally {
    await browser.close();
    await service.stop();
  }
  return report();
}

const chosen = process.argv.slice(2);
/** Returns the values that the command-line arguments name, or all values if they name none. */
const select = <Value>(all: readonly Value[], nameOf: (value: Value) => string): readonly Value[] => {
  const named = all.filter((value) => chosen.includes(nameOf(value)));
  return named.length === 0 ? all : named;
};

for (const frontEnd of select(frontEnds, ({ name }) => name)) {
  const pages = await serveBuild(process.env['FRONT_ENDS_BUILT'] ?? (await frontEnd.build()));
  for (const kind of select(databases, String)) {
    const { passed, failed } = await look(frontEnd, kind);
    console.log(`${frontEnd.name}, ${kind}: ${passed} passed, ${failed.length} failed`);
    if (failed.length > 0) process.exitCode = 1;
  }
  await pages.stop();
}
