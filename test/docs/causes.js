/**
 * Why an error comes up, where its message does not say it itself: by the text as `docs/errors.md` shows it.
 * @type {Record<string, string>}
 */
const CAUSES = {
	'… did not accept the API key (HTTP …)':
		'The key is wrong, was revoked, belongs to another environment, or is an original API token.',
	"… answered the API key's exchange with a redirect (HTTP …), which is not followed so that the key stays with this host":
		'The Authentication URL is that of a web page or an old host, or http where it has to be https.',
	'… could not exchange the API key now (HTTP …)':
		'The authentication host is busy or down: 408, 429 or 5xx, each time it was tried.',
	'… could not be reached to exchange the API key':
		'No connection: name not found, port closed, a proxy or firewall in between, or no answer within 30 seconds.',
	'the service did not accept the access token, and the exchange gave the same one again':
		'The two hosts of a custom environment do not belong together, or the service keeps giving out a token that it has ended.',
	'the service did not accept the access token, nor a new one: …':
		'The account may not use this operation, or key and environment do not belong together.',
	'the link gives … bytes, but gave … before[ a second time]: …':
		'The upload was repeated, and the link gave another length than at the first attempt.',
	'the link could not be opened (…)[ a second time]: …':
		"No connection to the link's host, no answer within 60 seconds, or n8n's SSRF protection refused the address.",
	'the link answered …[ a second time]: …':
		'The link has ended, needs a login, was spent by an earlier call, or its host is busy.',
	'the link does not say how long the file is[ a second time]: …':
		'There is no Content-Length, or the answer is compressed: the store has to be told the length before the first byte.',
	'the file could not be read: …':
		"The file is gone from n8n's storage or shorter than it was, or the link broke off on the way.",
	'no byte moved to … for as long as the option Stall Timeout allows':
		'The connection stands but nothing gets through: a firewall, a proxy that buffers, or a line that is down.',
	'the connection to … ended without an answer (…)':
		'The connection was cut, refused or never made. The code in brackets is that of Node.js.',
	'the store answered before it had the whole file':
		'A success came before the last byte was out: most likely from something between n8n and the store.',
	'the store has other bytes (MD5 …) than were sent (MD5 …)':
		"The store's ETag is an MD5, but not that of what was sent.",
	'the store answered …':
		"The store refused the PUT. The most frequent cause is an upload URL that has ended: it lives 24 hours, and a new one's signature can end earlier.",
	'the file has … bytes, but one upload to S3 carries at most 5 GiB':
		"A rule of S3's for a single PUT.",
	'the service answered …':
		'The service refused the call or is not well. Its own words stand in the message.',
	'the service could not be reached (…)':
		'No connection was made: nothing has arrived. The code in brackets is that of Node.js.',
	'the connection ended without an answer (…)':
		'The connection was cut, or there was no answer within 60 seconds: the call may have arrived all the same.',
	'the service made asset …, but answered no upload_url for it':
		'The answer to Add Asset lacks the URL that the file would go to.',
	'the service answered … without an asset_id':
		'The answer to Add Asset is a success without the ID of the asset.',
	'the service answered … with an upload_url that is no http or https link':
		'The answer to Add Asset is a success, but its URL can not be used.',
	'the service answered … without a job_id':
		'The answer to the creation of a job is a success without the number of the job.',
	'not tried again, because an earlier try in this execution got no answer':
		'Retry On Fail ran the node again. The creation before may have worked, and without an External ID a second job could not be found.',
	'the job can not be started as it is: …': 'The job has no media yet, or its status is not known.',
	'the job can not be started any more, its status is …: …':
		'A job is started once; this one has been, or has ended.',
	'no answer within … s': 'Verbit Trigger asked for the job of a call, and the service was slow.',
	'the service answered with the status …':
		'Verbit Trigger was told a status that this version does not know.',
	'The job has not ended': '409: the call came too early, or is not from the service.',
	'The secret is missing or wrong':
		'403: the URL that the service was given lacks ?secret=…, or has another one.',
	'There is no such job':
		'404: the job is of another account, or the call is not from the service.',
	'The job could not be looked up now': '503: the service is busy, or could not be reached.',
	'The captions could not be downloaded now':
		'503: Download Captions is on, and the service is busy, or the connection broke off.',
	'The same job is being looked up': '503: two calls about one job came at the same time.',
	'the link that the service redirects to answered …: …':
		'The store behind the service refused it. Its own words stand in the message.',
	'the link that the service redirects to goes on to another time and again[: …]':
		'More than five redirects, one after the other.',
	'the connection broke off under the file (…)':
		'The captions began to come, and then the connection ended. The code in brackets is that of Node.js.',
	'n8n could not store the file: …':
		"The disk is full, or the file is larger than n8n's binary data mode takes.",
	'the status of the job is …, and captions are there when it is Completed: …':
		'The captions were asked for too early, or the job has ended without any.',
	'the job was canceled (status …)[: …]': 'Somebody has canceled it in the service.',
	'the transcription did not succeed (status …)[: …]':
		'The service gave up the job. The codes of its errors stand in the message.',
	'the job has not been started: after … its status is still …':
		'Nobody has started it, or its start did not arrive.',
	'the job has not been completed within …: its last status is …':
		'The service needs longer than the option Timeout allows; in the sandbox, also a job without Finish In.',
	'the job already has media, or takes none any more: …':
		'A job takes media once. An earlier run, another workflow or a person has given it some.',
};

module.exports = { CAUSES };
