const { mkdtempSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const fc = require('../../support/fastCheck');
const { State } = require('../state');
const { Objects } = require('./objects');

const folder = mkdtempSync(path.join(tmpdir(), 'verbit-objects-'));
const objects = new Objects(folder, new State(folder));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no key leads out of the folder, and different keys have different files', () => {
	const key = fc.oneof(fc.uint8Array().map(Buffer.from), fc.string(), fc.constant('../'.repeat(9)));
	fc.assert(
		fc.property(key, key, (one, other) => {
			const file = objects.pathOf(one);
			expect(path.dirname(file)).toBe(path.join(folder, 'objects'));
			const areSame = Buffer.from(/** @type {string} */ (one)).equals(
				Buffer.from(/** @type {string} */ (other)),
			);
			expect(file === objects.pathOf(other)).toBe(areSame);
		}),
	);
});

test('uploads that a killed process has left behind are gone when the store starts', () => {
	const draft = objects.newDraft();
	writeFileSync(draft, 'half');
	new Objects(folder, objects.state);
	expect(readdirSync(path.dirname(draft))).toEqual([]);
});
