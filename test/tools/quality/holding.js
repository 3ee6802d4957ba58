const FIELDS = 'unit/contract/contract unit/docs/pages';

/**
 * The folders whose code decides about recordings, money, and what people wait for, and the tests that hold it beside the
 * folder's own unit tests.
 * @type {Record<string, string>}
 */
const HELD_BY = {
	sources: `unit/http/url ${FIELDS} engine/refused engine/recordings engine/binaryData engine/environment engine/link engine/asset`,
	upload: `${FIELDS} engine/upload engine/binaryData engine/hostile engine/asset engine/submit engine/laterTries engine/media engine/externalId engine/idStates engine/advice`,
	http: 'unit/upload/storedFile unit/api/response unit/captions/fileJudge unit/sources/recordingFormat unit/sources/fileName unit/n8n/requestErrors engine/answers engine/hostile engine/upload engine/binaryData engine/externalId',
	submission: `${FIELDS} engine/submit engine/job engine/refused engine/recordings engine/environment engine/answers engine/link engine/externalId engine/idLeft engine/idStates`,
	externalId: 'engine/externalId engine/idStates engine/idLeft engine/wait',
	run: 'engine/items engine/laterTries engine/asset engine/submit engine/link engine/upload engine/trigger engine/wait engine/agents engine/advice engine/externalId engine/idLeft engine/idStates',
	journal:
		'engine/laterTries engine/lostResponse engine/wait engine/agents engine/externalId engine/idStates engine/idLeft',
	wait: `${FIELDS} engine/wait engine/transcribe engine/agents engine/advice engine/idLeft`,
	api: 'engine/answers engine/job engine/media engine/asset engine/upload engine/wait engine/captions engine/token engine/hostile engine/changedN8n engine/lostResponse engine/laterTries engine/externalId engine/idStates engine/advice',
	captions: `${FIELDS} engine/captions engine/captionFaults engine/refused engine/advice`,
};

module.exports = { HELD_BY, NAMED: Object.values(HELD_BY).join(' ').split(' ') };
