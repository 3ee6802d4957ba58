const fc = require('../../support/fastCheck');
const { inNaturalOrder } = require('../../../nodes/Verbit/upload/fileName');

const sort = (/** @type {string[]} */ names) => inNaturalOrder(names, (name) => name);

test('part 2 comes before part 10', () => {
	expect(sort(['part 10.mp3', 'part 2.mp3', 'Part 1.mp3'])).toEqual([
		'Part 1.mp3',
		'part 2.mp3',
		'part 10.mp3',
	]);
});

test('numbered files come in the order of their numbers, however they arrive', () => {
	const numbers = fc.uniqueArray(fc.nat(5000), { minLength: 2, maxLength: 30 });
	fc.assert(
		fc.property(numbers, (list) => {
			const names = list.map((number) => `lecture ${number}.wav`);
			const sorted = [...list].sort((a, b) => a - b).map((number) => `lecture ${number}.wav`);
			expect(sort(names)).toEqual(sorted);
		}),
	);
});

test('files of the same name keep the order they came in', () => {
	const files = [
		{ name: 'a.mp3', id: 1 },
		{ name: 'A.mp3', id: 2 },
		{ name: 'a.mp3', id: 3 },
	];
	expect(inNaturalOrder(files, ({ name }) => name).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('the given list is left as it was', () => {
	const names = ['b', 'a'];
	sort(names);
	expect(names).toEqual(['b', 'a']);
});
