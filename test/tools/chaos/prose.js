/** What is on docs/chaos.md beside the figures. */

/** @type {Record<import('./plan').Way, string>} */
const WAY_TITLES = {
	webhook: 'Webhook that responds when the last node finishes',
	folder: 'Schedule that lists a folder',
	atOnce: 'Webhook that responds immediately',
};

const BEFORE = [
	'# What survives a crash',
	'`npm run chaos` writes this page. Everything on it is measured; Verbit and its storage are simulated by the emulator of this repository. Each run takes n8n in queue mode (Postgres, Redis, a main, a webhook process and two workers, each with a folder of its own) and 1,000 recordings of 8 to 60 KB through six minutes in which everything fails: workers and main are killed with SIGKILL, Redis and Postgres restart, Verbit and its storage are down or drop their responses, uploads are cut and stall. Then everything runs again, each failed execution of a webhook is retried once, and the schedule runs once more.',
	'The workflows are one Submit Recording each, with *External ID* and *If External ID Was Used Before* set to *Skip*. The webhook workflows use Retry On Fail with two tries; the schedule uses *On Error: Continue*. The reckoning asks the emulator of Verbit, not n8n: which jobs there are, whether they were started, and whether the bytes are the right ones. The seed fixes the plan; what each event meets is left to the processes.',
	'A sender of a webhook repeats its call until n8n returns success: after 3 seconds, then after twice as long each time, at most a minute. It gives up after ten tries, and still has its recording. n8n processes have ten connections to Postgres each (`DB_POSTGRESDB_POOL_SIZE=10`), and look for lost executions once a minute.',
	'*Load before it* is how many processes wanted a core in the minute before the run: other work shared the machine.',
];

const AFTER = [
	'## How to set up a workflow that survives',
	'1. Give each recording an *External ID* that stays the same, such as the name or the checksum of its file. Set *If External ID Was Used Before* to *Skip*.\n2. **Schedule**: list the whole folder or bucket in each run. The next run submits what a crash left out.\n3. **Webhook**: set *Respond* to *When Last Node Finishes*, and let the sender repeat the call until it succeeds.',
	'A webhook that responds immediately can lose recordings, and no node can prevent it: when a worker dies, n8n ends its executions with "This execution failed to be processed too many times" and drops their input (n8n 2.40.7). Retry then does nothing. Only the sender still has the recording.',
	'A recording whose worker dies just before its job starts can stay unstarted. The node does not start the job again, because it may be running already: a person must look. The error names the External ID and says what to do.',
	'## What this does not show',
	'Everything runs on one machine: no network splits, no full disks, no failing hardware. The webhook process is not killed on purpose, but it ends with Redis or Postgres and starts again.',
];

module.exports = { AFTER, BEFORE, WAY_TITLES };
