const {
  reporters,
  Runner: { constants },
} = require('mocha');

/** A test that takes longer, in milliseconds, is named at the end. */
const slowMs = 1000;

/**
 * Mocha's reporter `spec`. Before the totals and the failures, it names the tests that took long, and says why tests are pending. The reason is the
 * end of the title of a pending test and begins with `needs`; see `apps/server/test/support/requirements.ts`.
 *
 * With `MOST_OF_RUN=150`, the run fails if a test takes more than this part of the time of all workers, which is the
 * duration of the run times their number.
 */
module.exports = class SpecWithReasons extends reporters.Spec {
  #counts = new Map();
  #passed = [];
  #tooSlow = [];
  #workers;

  constructor(runner, options) {
    super(runner, options);
    this.#workers = options.parallel ? options.jobs : 1;
    runner.on(constants.EVENT_TEST_PENDING, (test) => {
      const [reason = `without a reason: ${test.fullTitle()}`] = /needs [^()]+/.exec(test.title) ?? [];
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    });
    runner.on(constants.EVENT_TEST_PASS, (test) => {
      this.#passed.push({ title: test.fullTitle(), ms: test.duration });
    });
  }

  epilogue() {
    const longest = this.#passed.toSorted((one, other) => other.ms - one.ms);
    const longerThan = (limit) => longest.filter(({ ms }) => ms > limit);
    const print = (title, tests) => {
      if (tests.length > 0) process.stdout.write(`${title}\n`);
      for (const { ms, title: name } of tests) process.stdout.write(`  ${(ms / 1000).toFixed(1)} s  ${name}\n`);
    };
    print('More than 1 s:', longerThan(slowMs));
    const reasons = [...this.#counts].map(([reason, count]) => `${reason} (${count})`);
    if (reasons.length > 0) process.stdout.write(`Pending: ${reasons.join(', ')}\n`);
    const part = Number(process.env['MOST_OF_RUN'] ?? 0);
    this.#tooSlow = part > 0 ? longerThan((this.stats.duration * this.#workers) / part) : [];
    print(`More than 1/${part} of the run:`, this.#tooSlow);
    super.epilogue();
  }

  /** Mocha derives the exit code from the number that is passed on, and overwrites `process.exitCode`. */
  done(failures, end) {
    end(failures + this.#tooSlow.length);
  }
};
