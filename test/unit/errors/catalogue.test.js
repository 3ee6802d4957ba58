const { ADVICE } = require('../../../nodes/Verbit/errors/advice');
const { MESSAGE_GROUPS, MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const { productFiles, read } = require('../architecture/imports');

/** Files whose errors still have their texts in the code. The list only shrinks. */
const OPEN = [
	'nodes/VerbitTrigger/callback.ts',
	'nodes/VerbitTrigger/confirm.ts',
	'nodes/Verbit/api/addAsset.ts',
	'nodes/Verbit/api/addAttachment.ts',
	'nodes/Verbit/api/addMedia.ts',
	'nodes/Verbit/api/callInDoubt.ts',
	'nodes/Verbit/api/client.ts',
	'nodes/Verbit/api/createJob.ts',
	'nodes/Verbit/api/directUploadUrl.ts',
	'nodes/Verbit/api/getCaptions.ts',
	'nodes/Verbit/api/refusals.ts',
	'nodes/Verbit/api/startTranscription.ts',
	'nodes/Verbit/download/downloadFile.ts',
	'nodes/Verbit/download/elsewhere.ts',
	'nodes/Verbit/download/redirects.ts',
	'nodes/Verbit/download/storeFile.ts',
	'nodes/Verbit/http/httpUrl.ts',
	'nodes/Verbit/http/lifetime.ts',
	'nodes/Verbit/parameters/assetIds.ts',
	'nodes/Verbit/parameters/binaryFields.ts',
	'nodes/Verbit/parameters/binarySources.ts',
	'nodes/Verbit/parameters/captionFields.ts',
	'nodes/Verbit/parameters/files.ts',
	'nodes/Verbit/parameters/jobCall.ts',
	'nodes/Verbit/parameters/jobMetadata.ts',
	'nodes/Verbit/parameters/language.ts',
	'nodes/Verbit/parameters/readNewJob.ts',
	'nodes/Verbit/parameters/startOptions.ts',
	'nodes/Verbit/parameters/textList.ts',
	'nodes/Verbit/parameters/toolRun.ts',
	'nodes/Verbit/parameters/uploadUrl.ts',
	'nodes/Verbit/parameters/wholeNumber.ts',
	'nodes/Verbit/run/attachAndStart.ts',
	'nodes/Verbit/run/createJobOnce.ts',
	'nodes/Verbit/upload/binarySource.ts',
	'nodes/Verbit/upload/judge.ts',
	'nodes/Verbit/upload/linkSource.ts',
	'nodes/Verbit/upload/target.ts',
	'nodes/Verbit/upload/transferOptions.ts',
	'nodes/Verbit/actions/asset/upload.ts',
	'nodes/Verbit/actions/job/requestUploadUrl.ts',
	'nodes/Verbit/actions/job/start.ts',
	'nodes/Verbit/actions/media/add.ts',
	'nodes/Verbit/actions/media/addBackupRecording.ts',
	'nodes/Verbit/actions/media/addNotes.ts',
	'nodes/Verbit/actions/media/merge.ts',
];

const outside = productFiles().filter((file) => !file.startsWith('nodes/Verbit/errors/'));
/** All that may throw: not the entries themselves. */
const code = productFiles()
	.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|catalogue)/.test(file))
	.map(read)
	.join('\n');

test('every error outside the catalogue is thrown by its code', () => {
	const withOwnText = outside.filter((file) => /new StepError\(|\binputError\(/.test(read(file)));
	expect(withOwnText.filter((file) => !OPEN.includes(file))).toEqual([]);
});

test('everything in the catalogue is thrown', () => {
	const unused = Object.keys(MESSAGES).filter((name) => !code.includes(`'${name}'`));
	expect(unused).toEqual([]);
});

test('every sentence of advice is given', () => {
	const unused = Object.keys(ADVICE).filter((name) => !code.includes(`'${name}'`));
	expect(unused).toEqual([]);
});

test('a code stands in one group, in capitals', () => {
	const codes = MESSAGE_GROUPS.flatMap(({ messages }) => Object.keys(messages));
	expect(codes.filter((name, index) => codes.indexOf(name) !== index)).toEqual([]);
	expect(codes.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
	expect(codes.sort()).toEqual(Object.keys(MESSAGES).sort());
});
