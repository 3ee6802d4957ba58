const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');

test('`npm run emulator` prints what a credential needs, and stops cleanly on SIGTERM', async () => {
	const args = [path.join(__dirname, 'cli.js'), '--port', '0', '--store-port', '0'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const printed = String((await once(child.stdout, 'data'))[0]);
	const [, baseUrl] = /Base URL +(\S+)/.exec(printed) ?? [];
	const [, apiKey] = /API Key +(\S+)$/m.exec(printed) ?? [];
	const headers = { Authorization: `ApiToken ${apiKey}`, 'Content-Type': 'application/json' };
	expect((await fetch(`${baseUrl}/profiles?v=4`, { headers })).status).toBe(200);
	const [, change, switchesUrl = ''] = /-d '(.*)' (\S+switches)$/m.exec(printed) ?? [];
	await fetch(switchesUrl, { method: 'PUT', headers, body: change });
	expect(await (await fetch(switchesUrl)).json()).toMatchObject(JSON.parse(change));
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
});
