const {
	hasConflictingTimes,
	isSilent,
	readSegments,
} = require('../../../nodes/Verbit/captions/segments');

const read = (/** @type {any} */ transcript) => /** @type {any} */ (readSegments(transcript));

/** @param {string} text as one token @param {any} [more] */
const said = (text, more) => ({ start_time: 0, end_time: 1, tokens: [{ text }], ...more });

const SPEAKERS = [
	{ id: 'a', text: 'Ann' },
	{ id: 'b', text: 'Bob' },
];

/** @param {any[]} segments @param {any} [speakers] */
const textOf = (segments, speakers = SPEAKERS) => read({ segments, speakers }).text;

test('a segment is its tokens joined, with the name of who speaks', () => {
	const tokens = ['Two', ' ', 'lines', ',', '\n', 'of', ' ', 'a cue', '.', '\n'];
	const segment = {
		speaker_id: 'b',
		start_time: 1.5,
		end_time: 2,
		tokens: tokens.map((text) => ({ text })),
	};
	expect(read({ version: 1, segments: [segment], speakers: SPEAKERS })).toEqual({
		segments: [{ speaker: 'Bob', start: 1.5, end: 2, text: 'Two lines,\nof a cue.' }],
		speakers: ['Bob'],
		text: 'Bob: Two lines,\nof a cue.',
		characters: 25,
	});
});

test('the text has a paragraph for each segment, and a name where the speaker changes', () => {
	const [a, b] = [{ speaker_id: 'a' }, { speaker_id: 'b' }];
	const segments = [said('1', a), said('2', a), said('3', b), said(' ', a), said('4', b)];
	expect(textOf(segments)).toBe('Ann: 1\n\n2\n\nBob: 3\n\n4');
	expect(read({ segments, speakers: SPEAKERS }).speakers).toEqual(['Ann', 'Bob']);
});

test('what nobody knows by name is not said to be of the speaker before', () => {
	const segments = [said('1'), said('2', { speaker_id: 'a' }), said('3'), said('4')];
	expect(textOf(segments)).toBe('1\n\nAnn: 2\n\nUnknown speaker: 3\n\n4');
});

test('two people of one name are two, and a number may be a name', () => {
	const speakers = [...SPEAKERS, { id: 'c', text: 'Ann' }, { id: 4, text: 5 }];
	const segments = ['a', 'c', 'c', 4].map((speaker_id) => said('Hi', { speaker_id }));
	const text = 'Ann: Hi\n\nAnn: Hi\n\nHi\n\n5: Hi';
	expect(read({ segments, speakers })).toMatchObject({ speakers: ['Ann', 'Ann', '5'], text });
});

test.each([
	['no speakers', undefined],
	['others', [{ id: 'c', text: 'Cat' }, null, 7]],
	['one with an empty name', [{ id: 'a', text: ' ' }]],
])('a segment has no speaker where the transcript has %s', (_what, speakers) => {
	const segments = [said('Hi', { speaker_id: 'a' }), null];
	expect(read({ segments, speakers, topics: [] })).toMatchObject({
		segments: [{ start: 0, end: 1, text: 'Hi' }, { text: '' }],
		...{ speakers: [], text: 'Hi' },
	});
});

test.each(['12.50', null, {}])(
	'%j is no time, and its segment is read all the same',
	(start_time) => {
		const { segments } = read({ segments: [said('Hi', { start_time })] });
		expect(segments).toEqual([{ end: 1, text: 'Hi' }]);
	},
);

test('of tokens of several forms those with a text are read', () => {
	expect(textOf([said('', { tokens: [null, 'x', { text: 7 }, { text: 'Hi' }] })])).toBe('7Hi');
});

const UNREADABLE = [
	...[{ tokens: undefined }, { tokens: {} }, { tokens: 'Hi' }],
	...[{ tokens: [{ spoken: 'Hi' }] }, { tokens: [{ text: '\n' }, {}] }],
];

const ELSEWHERE = [
	...[
		{ tokens: [], text: 'Hi' },
		{ tokens: undefined, text: 'Hi' },
		{ tokens: [], words: ['Hi'] },
	],
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

test('a recording in which nobody speaks has no segments, and a document without them is none', () => {
	const silent = { segments: [], speakers: [], text: '', characters: 0 };
	expect(read({ segments: [] })).toEqual(silent);
	for (const other of [{}, { segments: null }, { segments: {} }])
		expect(read(other)).toBeUndefined();
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
