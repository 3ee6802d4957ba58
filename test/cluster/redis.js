const { run } = require('../support/setup/command');
const { requireProgram } = require('./debian');
const { Server } = require('./server');

class Redis extends Server {
	/** What n8n needs to reach it. */
	get settings() {
		return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(this.port) };
	}

	/** @override @returns {[command: string, args: string[]]} */
	command() {
		const options = {
			port: this.port,
			bind: '127.0.0.1',
			dir: this.folder,
			appendonly: 'yes',
			appendfsync: 'no',
			save: '',
		};
		const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
		return [requireProgram('redis-server'), args];
	}

	/** @override It listens, and says so, while it still loads its data. */
	async ask() {
		const answer = await run('redis-cli', ['-p', String(this.port), 'ping'], { cwd: this.folder });
		return answer.trim() === 'PONG';
	}
}

module.exports = { Redis };
