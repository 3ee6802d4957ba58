import type { IExecuteFunctions } from 'n8n-workflow';

import { readHttpUrl } from '../http/httpUrl';
import { directUrlOf } from '../http/shareLinks';
import { linkSource } from '../upload/linkSource';
import type { MediaSource } from '../upload/source';
import type { TransferOptions } from '../upload/transferOptions';

/**
 * The file behind a URL that this node streams through n8n, so that it may expire soon or work only once.
 * @param parameter its name, e.g. `mediaUrl`
 * @throws StepError when it isn't an http(s) URL, or a share link of which no direct form is documented
 */
export function readStreamedLink(
	context: IExecuteFunctions,
	itemIndex: number,
	{ parameter, displayName }: { parameter: string; displayName: string },
	transfer: TransferOptions,
): MediaSource {
	const url = readHttpUrl(displayName, context.getNodeParameter(parameter, itemIndex));
	return linkSource(context, directUrlOf(displayName, url), transfer);
}
