// A test that expects nothing passes whatever happens.
beforeEach(() => expect.hasAssertions());

// All test files run in one context: what a test replaces is there again for the next.
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});
