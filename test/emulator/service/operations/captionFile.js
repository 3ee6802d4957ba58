const { openCaptions } = require('../../captions/file');
const { DOWNLOAD_PATH, readRelativeLink } = require('../../captions/links');

/** What get_caption may redirect to. Its link is signed, so that no token is needed. @type {import('.').Operation} */
const captionFile = {
	name: 'caption_file',
	method: 'GET',
	path: DOWNLOAD_PATH,
	isPublic: true,
	handle({ query }, context) {
		const order = readRelativeLink(query, context);
		if (order === undefined) return { status: 403, html: 'The link is not valid any more' };
		return { status: 200, ...openCaptions(order, context) };
	},
};

module.exports = { captionFile };
