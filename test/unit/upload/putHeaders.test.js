const { putHeaders } = require('../../../nodes/Verbit/upload/put');

const media = /** @type {any} */ ({ size: 5, contentType: 'audio/wav', typeIsSetByUser: false });

test.each(/** @type {const} */ (['s3-v4', 'google-v4', 'azure-sas', 'cloudfront']))(
	'a URL of kind %s takes the type of the file',
	(kind) => {
		expect(putHeaders({ kind }, media)['Content-Type']).toBe('audio/wav');
	},
);

test.each(/** @type {const} */ (['s3-v2', 'google-v2', 'unsigned']))(
	'a URL of kind %s gets no type, unless the user sets one',
	(kind) => {
		expect(putHeaders({ kind }, media)['Content-Type']).toBe(false);
		expect(putHeaders({ kind }, { ...media, typeIsSetByUser: true })['Content-Type']).toBe(
			'audio/wav',
		);
	},
);

test('every PUT says how long it is', () => {
	expect(putHeaders({ kind: 'unsigned' }, media)['Content-Length']).toBe(5);
});

test('Azure is told that it is a block blob, and nobody else is', () => {
	expect(putHeaders({ kind: 'azure-sas' }, media)['x-ms-blob-type']).toBe('BlockBlob');
	expect(putHeaders({ kind: 's3-v4' }, media)).not.toHaveProperty('x-ms-blob-type');
});
