// A test that expects nothing passes whatever happens.
beforeEach(() => expect.hasAssertions());
