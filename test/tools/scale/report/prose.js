/** What is on docs/scale.md beside the figures. */

const INTRO = [
	'# What many recordings cost',
	'This page is written by `npm run bench:scale`. It runs n8n in queue mode (Postgres, Redis, a main, a webhook process, one to four workers) on one machine, with the emulator of Verbit in a process on the same cores. Each heading says what was measured and what was reckoned from it. Nothing was simulated.',
];

const SERIES_INTRO =
	'All recordings of a row are posted at once. The workflow reads a file from the disk into n8n and adds it to a job: with this node, with three HTTP Request nodes (add asset, PUT, add media), or not at all. CPU is of n8n’s processes, Postgres and Redis; the emulator is not in it, but takes its part of the cores, so that more workers than cores show no more recordings a minute.';

const BREAKS_FIRST = [
	'## What breaks first',
	[
		'| Recordings a day | First | What moves it |',
		'|---|---|---|',
		'| 100 | nothing: n8n on one machine is enough | |',
		'| 1,000 | the list of executions: n8n keeps 10,000 of them, which is ten days or less | `EXECUTIONS_DATA_PRUNE_MAX_COUNT`, `EXECUTIONS_DATA_SAVE_ON_SUCCESS=none` |',
		'| 10,000 | Postgres, where n8n keeps files in it (the default of queue mode): 1 TB goes in and out each day | `N8N_DEFAULT_BINARY_DATA_MODE=filesystem` on a shared disk, or Upload Source *URL*, which keeps no file |',
		'| 100,000 | the network: about 2.9 Gbit/s in and as much out; then cores | more machines with workers, `n8n worker --concurrency`; links instead of files, so that Verbit fetches them |',
	].join('\n'),
	'Waiting takes no worker: a long Wait for Completion is in the database only. Thousands of them are better served by the Verbit Trigger.',
];

module.exports = { BREAKS_FIRST, INTRO, SERIES_INTRO };
