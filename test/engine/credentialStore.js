/**
 * One stored credential of n8n, with what its own helper does around it: what `preAuthentication` returns is stored,
 * and each call reads what is stored then. A port of `credentials-helper.js` of n8n 2.40, which needs a database.
 */
class CredentialStore {
	/** @param {any} type an `ICredentialType` @param {import('n8n-workflow').ICredentialDataDecryptedObject} data */
	constructor(type, data) {
		this.type = type;
		/** @type {import('n8n-workflow').ICredentialDataDecryptedObject} */
		this.data = { accessToken: '', renewAfter: '', tokenFor: '', apiVersion: 4, ...data };
	}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	getDecrypted = async () => ({ ...this.data });

	getCredentialsProperties = () => this.type.properties;

	/** @type {import('n8n-workflow').ICredentialsHelper['authenticate']} */
	async authenticate(credentials, _typeName, requestOptions) {
		return await this.type.authenticate(credentials, requestOptions);
	}

	/** @type {import('n8n-workflow').ICredentialsHelper['preAuthentication']} */
	async preAuthentication(helpers, credentials, _typeName, _node, credentialsExpired) {
		if (credentials.accessToken !== '' && !credentialsExpired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		if (output.accessToken === undefined) return undefined;
		Object.assign(this.data, output);
		return Object.assign(credentials, output);
	}
}

module.exports = { CredentialStore };
