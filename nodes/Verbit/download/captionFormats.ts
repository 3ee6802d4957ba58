import { dispositionFileName } from '../http/contentDisposition';
import { mediaFileName } from '../upload/fileName';
import { UNKNOWN_TYPE } from '../upload/source';
import type { FileKind } from './fileAnswer';
import type { OpenResponse } from '../http/openResponse';
import type { Description } from './storeFile';

interface CaptionFormat {
	/** As people know it. */
	name: string;
	extension: string;
	/** Of IANA where it has one. */
	mimeType: string;
}

/** What the vendor documents for `caption_format`. The service may know more. */
export const CAPTION_FORMATS: Record<string, CaptionFormat> = {
	dfxp: { name: 'DFXP (TTML)', extension: 'dfxp', mimeType: 'application/ttml+xml' },
	docx: {
		name: 'DOCX',
		extension: 'docx',
		mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	},
	json: { name: 'JSON', extension: 'json', mimeType: 'application/json' },
	pdf: { name: 'PDF', extension: 'pdf', mimeType: 'application/pdf' },
	rtf: { name: 'RTF', extension: 'rtf', mimeType: 'application/rtf' },
	sami: { name: 'SAMI', extension: 'smi', mimeType: 'application/x-sami' },
	scc: { name: 'SCC', extension: 'scc', mimeType: 'text/x-scc' },
	srt: { name: 'SRT', extension: 'srt', mimeType: 'application/x-subrip' },
	txt: { name: 'TXT', extension: 'txt', mimeType: 'text/plain' },
	vtt: { name: 'VTT', extension: 'vtt', mimeType: 'text/vtt' },
	web_vtt: { name: 'WebVTT', extension: 'vtt', mimeType: 'text/vtt' },
};

export interface Captions {
	jobId: number;
	/** The service's name for it, of the list above or not. */
	format: string;
	language?: string;
}

/** Which texts may be the captions themselves; of a format that is not known here JSON may be. */
export function kindOf(format: string): FileKind {
	const known = CAPTION_FORMATS[format.toLowerCase()];
	return {
		mayBeJson: known === undefined || known.extension === 'json',
		mayBeHtml: /html/i.test(format),
	};
}

/** The service's name for the file, or else `1001.srt`, or `1001.es.srt` where a language was asked for. */
export function describeCaptions(
	{ jobId, format, language }: Captions,
	headers: OpenResponse['headers'],
): Description {
	const known = CAPTION_FORMATS[format.toLowerCase()];
	const suffix = language === undefined ? '' : `.${language.replace(/[^\w-]+/g, '_')}`;
	return {
		fileName: mediaFileName({
			fileName: dispositionFileName(headers['content-disposition']),
			fileExtension: known?.extension ?? format,
			property: `${jobId}${suffix}`,
		}),
		contentType: known?.mimeType ?? headers['content-type']?.split(';')[0].trim() ?? UNKNOWN_TYPE,
	};
}
