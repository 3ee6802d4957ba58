/**
 * One stored credential of n8n, with what its own helper does around it: what `preAuthentication` returns is stored,
 * and each call reads what is stored then. A port of `credentials-helper.js` of n8n 2.40, which needs a database.
 */
class CredentialStore {
	/**
	 * @param {import('n8n-workflow').ICredentialType} type
	 * @param {import('n8n-workflow').ICredentialDataDecryptedObject} data
	 */
	constructor(type, data) {
		this.type = type;
		/** @type {import('n8n-workflow').ICredentialDataDecryptedObject} */
		this.data = { accessToken: '', renewAfter: '', tokenFor: '', apiVersion: 4, ...data };
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	/** @type {import('n8n-workflow').ICredentialsHelper['authenticate']} */
	async authenticate(credentials, _typeName, requestOptions) {
		const { authenticate } = /** @type {any} */ (this.type);
		return await authenticate(credentials, requestOptions);
	}

	/** @type {import('n8n-workflow').ICredentialsHelper['preAuthentication']} */
	async preAuthentication(helpers, credentials, _typeName, _node, credentialsExpired) {
		if (!this.type.preAuthentication) return undefined;
		if (credentials.accessToken !== '' && !credentialsExpired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		if (output.accessToken === undefined) return undefined;
		Object.assign(this.data, output);
		return /** @type {any} */ (Object.assign(credentials, output));
	}

	async getDecrypted() {
		return { ...this.data };
	}

	getCredentialsProperties() {
		return this.type.properties;
	}
}

module.exports = { CredentialStore };
