const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const fc = require('../../support/fastCheck');
const { newStateData } = require('../state');
const { Objects } = require('./objects');

const folder = mkdtempSync(path.join(tmpdir(), 'verbit-objects-'));
const objects = new Objects(folder, { data: newStateData() });

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
