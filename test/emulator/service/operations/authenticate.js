const { issueToken } = require('../tokens');

/** Exchanges an API key for an access token. @type {import('.').Handler} */
function authenticate({ body }, context) {
	const { api_key: apiKey } = /** @type {{ api_key?: unknown }} */ (body.data ?? {});
	if (apiKey !== context.state.data.apiKey) return refusal(context.switches);
	return { status: 200, body: { token: issueToken(context) } };
}

/**
 * @param {import('../../switchboard').Switchboard} switches
 * @returns {import('.').Answer}
 */
function refusal(switches) {
	const answer = switches.get('wrongKeyAnswer');
	const status = answer === '200-without-token' ? 200 : answer;
	const bodies = {
		json: { body: { error: 'The API key is not valid' } },
		html: { html: 'The API key is not valid' },
		empty: {},
	};
	return { status, ...bodies[switches.get('wrongKeyBody')] };
}

module.exports = { authenticate };
