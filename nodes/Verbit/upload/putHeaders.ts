import type { IDataObject } from 'n8n-workflow';

import type { OpenMedia } from './source';
import type { SignedUrl, SignedUrlKind } from '../http/signedUrl';

/**
 * Signatures that name the headers they cover, or cover none: a Content-Type beside them does no harm.
 * One of version 2 always covers the Content-Type, and does not say which, so that none is sent there;
 * nor to a URL of a kind that is not known.
 */
const KINDS_THAT_TAKE_ANY_TYPE: SignedUrlKind[] = ['s3-v4', 'google-v4', 'azure-sas', 'cloudfront'];

/** The headers of a PUT to this URL. `false` keeps n8n's client from adding a type of its own. */
export function putHeaders(signedUrl: SignedUrl, media: OpenMedia): IDataObject {
	const takesType = media.typeIsSetByUser || KINDS_THAT_TAKE_ANY_TYPE.includes(signedUrl.kind);
	return {
		// Without it the body would go out in chunks, which object stores refuse (411, 501).
		'Content-Length': media.size,
		'Content-Type': takesType ? media.contentType : false,
		...(signedUrl.kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
	};
}
