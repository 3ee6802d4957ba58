import type { IDataObject } from 'n8n-workflow';

import { dispositionFileName, UNKNOWN_TYPE } from '../http/headers';
import type { OpenResponse } from '../http/openResponse';
import { mediaFileName } from '../upload/fileName';
import { knownFormat } from './captionFormats';
import type { Description } from './storeFile';

/** A job is mostly called after its recording, whose extension is not that of its captions. */
const MEDIA_EXTENSION =
	/\.(3gp|aac|avi|flac|m2ts|m4[abv]|mkv|mov|mp[34g]|mpeg|mts|mxf|og[agv]|opus|ts|wav|web[am]|wm[av])$/i;

/** What a file of captions is named by. */
export interface NamedCaptions {
	jobId: number;
	format: string;
	language?: string;
	isDraft: boolean;
	/** Overrides every other name. */
	fileName?: string;
	/** What is known of the job: a previous item, or Verbit's details of the job. */
	known: IDataObject;
	/** Asks Verbit for the job's name: a call of its own, so it comes last. */
	askForName: () => Promise<string | undefined>;
}

/**
 * The name and type of a file of captions. The name is the first of: the one that was set, the one that Verbit sends, the
 * job's name, the recording's name, the job's ID. `lecture.mp4` becomes `lecture.srt`, or `lecture.es.srt` for a language.
 */
export async function describeCaptions(
	captions: NamedCaptions,
	headers: OpenResponse['headers'],
): Promise<Description> {
	const known = knownFormat(captions.format);
	const given = captions.fileName ?? dispositionFileName(headers['content-disposition']);
	return {
		fileName: mediaFileName({
			fileName: given ?? (await nameAfterJob(captions)),
			property: String(captions.jobId),
		}),
		contentType: known?.mimeType ?? headers['content-type']?.split(';')[0].trim() ?? UNKNOWN_TYPE,
	};
}

async function nameAfterJob({
	jobId,
	format,
	language,
	isDraft,
	known,
	askForName,
}: NamedCaptions): Promise<string> {
	const name = nameIn(known, jobId) ?? (await askForName());
	const stem =
		name === undefined ? '' : mediaFileName({ fileName: asFileName(name), property: '' });
	const parts = [
		stem.replace(MEDIA_EXTENSION, '') || String(jobId),
		...(language === undefined ? [] : [language.replace(/[^\w-]+/g, '_')]),
		...(isDraft ? ['draft'] : []),
		knownFormat(format)?.extension ?? format,
	];
	return parts.join('.');
}

/** A job may be called after the path or URL of its recording; in any other name a slash is no folder, as in a date. */
function asFileName(name: string): string {
	const isPath = /^https?:\/\//i.test(name) || MEDIA_EXTENSION.test(name.split('?')[0]);
	return isPath ? name : name.replace(/[/\\]/g, '-');
}

/** Of an item about another job it is another job's name. */
function nameIn(known: IDataObject, jobId: number): string | undefined {
	if (known.job_id !== undefined && String(known.job_id) !== String(jobId)) return undefined;
	return textOf(known.job_name) ?? textOf(known.file_name);
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
