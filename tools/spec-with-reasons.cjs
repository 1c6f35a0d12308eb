const {
  reporters,
  Runner: { constants },
} = require('mocha');

/**
 * Mocha's reporter `spec`. Its last line says why tests are pending. The reason is the end of the title of a pending
 * test and begins with `needs`; see `apps/server/test/support/requirements.ts`.
 */
module.exports = class SpecWithReasons extends reporters.Spec {
  #counts = new Map();

  constructor(runner, options) {
    super(runner, options);
    runner.on(constants.EVENT_TEST_PENDING, (test) => {
      const [reason = `without a reason: ${test.fullTitle()}`] = /needs [^()]+/.exec(test.title) ?? [];
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    });
  }

  epilogue() {
    super.epilogue();
    const reasons = [...this.#counts].map(([reason, count]) => `${reason} (${count})`);
    if (reasons.length > 0) process.stdout.write(`Pending: ${reasons.join(', ')}\n`);
  }
};
