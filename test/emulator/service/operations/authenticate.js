/** Exchanges an API key for an access token. @type {import('.').Handler} */
function authenticate({ body, emulator, switches }) {
	const { api_key: apiKey } = /** @type {{ api_key?: unknown }} */ (body.data ?? {});
	const isExchanged = switches.get('keyTakenBy') !== 'apiToken';
	if (isExchanged && apiKey === emulator.apiKey)
		return { status: 200, body: { token: emulator.tokens.issue() } };
	const answer = switches.get('wrongKeyAnswer');
	return {
		status: answer === '200-without-token' ? 200 : answer,
		body: { error: 'The API key is not valid' },
	};
}

module.exports = { authenticate };
