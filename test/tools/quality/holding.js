const { existsSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** What decides about recordings, money, and what people wait for. */
const FOLDERS = [
	...['sources', 'upload', 'http', 'submission', 'externalId'],
	...['run', 'journal', 'wait', 'api', 'captions'],
];

/** What is made from the fields. */
const FIELDS = 'unit/contract/contract unit/docs/pages';

/** The tests that hold a file beside the unit tests that bear its name, or all of a folder's files that aren't named here. @type {Record<string, string>} */
const HELD_BY = {
	externalId: 'engine/externalId engine/idStates engine/idLeft',
	api: 'engine/answers engine/job engine/lostResponse engine/advice',
	captions: 'engine/captions engine/captionFaults',
	journal: 'engine/laterTries engine/lostResponse',
	run: 'engine/items engine/laterTries',
	submission: 'engine/submit engine/externalId',
	wait: 'engine/wait',
	'api/addAsset': 'engine/asset engine/upload engine/laterTries',
	'api/attach': 'engine/answers engine/media',
	'api/client':
		'unit/api/timeLimits engine/token engine/hostile engine/answers engine/changedN8n engine/lostResponse engine/captions',
	'api/createJob': 'engine/answers engine/job engine/externalId',
	'api/jobInfo': 'unit/api/jobStatus unit/api/response engine/wait',
	'api/callProven': 'engine/answers engine/lostResponse engine/advice engine/idStates',
	'api/profiles': 'engine/job',
	'api/requestUploadUrl': 'engine/asset engine/advice',
	'api/startTranscription': 'engine/job engine/answers engine/lostResponse engine/idStates',
	'api/serviceCall':
		'unit/api/response engine/answers engine/token engine/job engine/changedN8n engine/laterTries',
	'captions/bracketScan': 'unit/captions/fileJudge engine/captionFaults',
	'captions/captionFields': `${FIELDS} engine/captions engine/refused`,
	'captions/captionFormats': `unit/captions/fileJudge ${FIELDS} engine/captionFaults engine/captions`,
	'captions/downloadFile': 'engine/captions engine/captionFaults engine/advice',
	'captions/fileJudge': 'engine/captionFaults',
	'captions/segments': 'engine/captions',
	'http/body': 'unit/upload/storedFile unit/api/response unit/captions/fileJudge engine/answers',
	'http/headers': 'unit/sources/recordingFormat unit/sources/fileName',
	'http/networkFailure': 'unit/http/retry unit/n8n/requestErrors engine/hostile',
	'http/signals': 'unit/http/openResponse engine/upload engine/binaryData',
	'http/sleep': 'unit/http/retry',
	'http/storageError': 'unit/upload/storedFile',
	'http/urlIdentity': 'engine/externalId',
	'run/advice': 'engine/advice engine/laterTries engine/externalId engine/idStates',
	'run/equalCalls': 'engine/agents engine/idLeft',
	'run/failure':
		'engine/items engine/asset engine/submit engine/laterTries engine/link engine/advice',
	'journal/hashes': 'engine/laterTries engine/externalId',
	'journal/journal': 'engine/laterTries engine/lostResponse engine/wait engine/agents',
	'run/outputs': 'engine/externalId engine/idStates',
	'run/runner': 'engine/items engine/laterTries engine/wait engine/idLeft',
	'run/slots': 'engine/items engine/upload engine/trigger',
	'submission/submitRecording':
		'engine/submit engine/answers engine/link engine/externalId engine/idLeft engine/idStates',
	'submission/jobFields': `${FIELDS} engine/job engine/refused`,
	'submission/recordingFields': `${FIELDS} engine/submit engine/recordings engine/link engine/externalId`,
	'submission/startOptions': `${FIELDS} engine/job engine/environment`,
	'upload/uploadFiles': 'engine/submit engine/laterTries engine/media',
	'sources/binaryFields': `${FIELDS} engine/refused`,
	'sources/binarySource': 'engine/recordings engine/binaryData engine/environment',
	'sources/fileName': 'unit/sources/binaryFields',
	'sources/fileUrl': `unit/http/url ${FIELDS} engine/link engine/refused`,
	'sources/ownUpload': 'engine/asset engine/refused',
	'upload/sourceFile': 'engine/externalId engine/laterTries',
	'upload/put': 'unit/upload/meter engine/upload engine/binaryData engine/hostile',
	'sources/recordingFormat': 'unit/sources/fileName',
	'upload/transferOptions': `${FIELDS}`,
	'upload/storedFile': 'engine/advice',
	'upload/uploadFile': 'engine/upload engine/asset',
	'sources/shareLinks': 'engine/link engine/refused',
	'sources/urlSource': 'engine/link engine/recordings',
	'wait/checkJob': 'unit/wait/jobFailure engine/wait engine/advice engine/idLeft',
	'wait/answerTime': 'engine/wait engine/agents',
	'wait/suspendedRun': 'engine/wait engine/transcribe',
	'wait/waitingRun': 'engine/wait engine/agents engine/idLeft',
	'wait/waitOptions': `${FIELDS} engine/wait`,
};

/** @param {string} file as `http/retry` @returns {string[]} its own unit tests first, as they are the quickest */
function testsOf(file) {
	const own = existsSync(path.join(checkout, `test/unit/${file}.test.js`)) ? [`unit/${file}`] : [];
	const named = HELD_BY[file] ?? HELD_BY[path.dirname(file)];
	return [...own, ...(named?.split(' ') ?? [])];
}

module.exports = { FOLDERS, NAMED: Object.values(HELD_BY).join(' ').split(' '), testsOf };
