const { Verbit } = require('../../../nodes/Verbit/Verbit.node');

test('the actions are listed with what nearly everybody wants first, and not by their letters', () => {
	const { properties } = new Verbit().description;
	const lists = properties.filter(({ name }) => name === 'operation');
	const listed = lists.flatMap(({ displayOptions, options = [] }) =>
		options.map(
			(option) => `${displayOptions?.show?.resource}:${/** @type {any} */ (option).value}`,
		),
	);
	expect(listed).toEqual([
		...['recording:transcribe', 'recording:submit'],
		...['job:create', 'job:start', 'job:get', 'job:wait', 'job:getCaptions'],
		'job:requestUploadUrl',
		...['media:add', 'media:merge', 'media:addBackupRecording', 'media:addNotes'],
		...['asset:add', 'asset:upload'],
	]);
});
