const {
	hasConflictingTimes,
	isSilent,
	readSegments,
} = require('../../../nodes/Verbit/captions/segments');

const read = (/** @type {any} */ transcript) => /** @type {any} */ (readSegments(transcript));

/** @param {string} text as one token @param {any} [more] */
const said = (text, more) => ({ start_time: 0, end_time: 1, tokens: [{ text }], ...more });

test('two people of one name are two, and a number may be a name', () => {
	const speakers = [...['a', 'c'].map((id) => ({ id, text: 'Ann' })), { id: 4, text: 5 }];
	const segments = ['a', 'c', 'c', 4].map((speaker_id) => said('Hi', { speaker_id }));
	const text = 'Ann: Hi\n\nAnn: Hi\n\nHi\n\n5: Hi';
	expect(read({ segments, speakers })).toMatchObject({ speakers: ['Ann', 'Ann', '5'], text });
});

test.each([
	['others', [{ id: 'c', text: 'Cat' }, null, 7]],
	['one with an empty name', [{ id: 'a', text: ' ' }]],
])('a segment has no speaker where the transcript has %s', (_what, speakers) => {
	const segments = [said('Hi', { speaker_id: 'a' }), null];
	expect(read({ segments, speakers })).toMatchObject({
		segments: [{ start: 0, end: 1, text: 'Hi' }, { text: '' }],
		...{ speakers: [], text: 'Hi' },
	});
});

test('of times that are no numbers and tokens of several forms what can be read is read', () => {
	const tokens = [null, 'x', { text: 7 }, { text: 'Hi' }];
	const { segments } = read({ segments: [said('', { start_time: '12.50', tokens })] });
	expect(segments).toEqual([{ end: 1, text: '7Hi' }]);
});

const UNREADABLE = [
	...[{ tokens: undefined }, { tokens: {} }, { tokens: 'Hi' }],
	...[{ tokens: [{ spoken: 'Hi' }] }, { tokens: [{ text: '\n' }, {}] }],
];

const ELSEWHERE = [
	{ tokens: [], text: 'Hi' },
	{ tokens: [], words: ['Hi'] },
];

const SILENT = [
	{ tokens: [], text: ' ', words: [] },
	{ tokens: [{ text: '\n', kind: 'line_break' }, { text: ' ' }] },
];

test('a segment without a text is kept beside others', () => {
	for (const more of [...UNREADABLE, ...SILENT]) {
		expect(read({ segments: [said('', more), said('Hi')] })).toMatchObject({
			segments: [{ text: '' }, {}],
			text: 'Hi',
		});
	}
});

test('a text where Verbit documents none is an error, and not silence', () => {
	for (const more of ELSEWHERE) {
		expect(read({ segments: [said('', more)] })).toBeUndefined();
		expect(read({ segments: [said('Hi'), said('', more)] })).toBeUndefined();
		expect(isSilent({ segments: [said('', more)] })).toBe(false);
	}
});

test('segments are silent where each is blank in a form that is known, and otherwise nothing was read', () => {
	for (const more of SILENT) {
		expect(read({ segments: [said(''), said('', more)] })).toMatchObject({
			segments: [{ text: '' }, { text: '' }],
			...{ text: '', characters: 0 },
		});
	}
	for (const more of UNREADABLE)
		expect(read({ segments: [said(''), said('', more)] })).toBeUndefined();
});

test.each([
	[0, 5, false],
	[0, 5.1, true],
	[null, 999, false],
])('a segment at %j contradicts a first word at %j s: %j', (start_time, first, differs) => {
	const tokens = [
		{ kind: 'space', start_time: 999 },
		{ kind: 'word', start_time: first },
	];
	expect(hasConflictingTimes({ segments: [{ tokens: [] }, { start_time, tokens }] })).toBe(differs);
});
