import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import { isRetriableStatus } from '../http/network';
import type { OpenResponse } from '../http/openResponse';
import { redactUrls } from '../http/redact';
import { fixForWebPage } from '../http/shareLinks';

/** Encodings that leave the content as it is. Some hosts put S3's way of sending a file into it. */
const PLAIN_ENCODINGS = ['', 'identity', 'none', 'aws-chunked', 'binary'];

const PAGE_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i;

interface Asked {
	url: string;
	fileName: string;
	/** Whether the user says of what type the file is: a page of HTML may be it then. */
	mayBePage: boolean;
}

/** Why what a link answered can't be uploaded, or nothing where it can. Nothing of the content is read for it. */
export function refusalOf(
	{ status, headers }: Pick<OpenResponse, 'status' | 'headers'>,
	{ url, fileName, mayBePage }: Asked,
): StepError | undefined {
	const about = { fileName };
	const shown = { url: redactUrls(url) };
	if (status < 200 || status > 299) {
		const retriable = isRetriableStatus(status);
		return fault('LINK_REFUSED', { ...shown, status }, { ...about, retriable });
	}
	if (!mayBePage && PAGE_TYPES.test(headers['content-type'] ?? '')) {
		return fault('LINK_IS_WEB_PAGE', { ...shown, fix: fixForWebPage(url) }, about);
	}
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) return fault('LINK_COMPRESSED', { ...shown, encoding }, about);
	const size = Number(headers['content-length'] ?? NaN);
	if (size === 0) return fault('LINK_EMPTY', shown, about);
	return Number.isSafeInteger(size) && size > 0
		? undefined
		: fault('LINK_WITHOUT_LENGTH', shown, about);
}

/** What the content is packed in, or nothing: n8n's client unpacks gzip, deflate and br, and takes their header away. */
function encodingOf(header: string | undefined): string | undefined {
	const foreign = (header ?? '')
		.toLowerCase()
		.split(',')
		.map((name) => name.trim())
		.filter((name) => !PLAIN_ENCODINGS.includes(name));
	return foreign.length > 0 ? foreign.join(', ').slice(0, 50) : undefined;
}
