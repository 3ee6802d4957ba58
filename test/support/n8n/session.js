/** @typedef {{ email: string, firstName: string, lastName: string, password: string }} Owner */

/** Requests to n8n with the cookie of a user who has signed in. */
class Session {
	/** @param {string} url */
	constructor(url) {
		this.url = url;
		this.cookie = '';
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	async fetch(method, path, body) {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				cookie: this.cookie,
				'content-type': 'application/json',
				// n8n closes a connection that is idle, on a busy machine just when it is to be used again.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!response.ok) {
			throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		}
		return response;
	}

	/**
	 * @param {string} method
	 * @param {string} path below `/rest`
	 * @param {unknown} [body]
	 * @returns {Promise<any>} the answer's `data`
	 */
	async request(method, path, body) {
		const response = await this.fetch(method, `/rest${path}`, body);
		const cookie = response.headers.getSetCookie().find((value) => value.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];
		return /** @type {any} */ (await response.json()).data;
	}

	/** @param {Owner} owner */
	async signIn(owner) {
		const settings = await this.request('GET', '/settings');
		const isNew = settings.userManagement.showSetupOnFirstLoad;
		return await (isNew ? this.setupOwner(owner) : this.login(owner));
	}

	/** @param {Owner} owner */
	async setupOwner(owner) {
		return await this.request('POST', '/owner/setup', owner);
	}

	/** @param {Pick<Owner, 'email' | 'password'>} owner */
	async login({ email, password }) {
		return await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}
}

module.exports = { Session };
