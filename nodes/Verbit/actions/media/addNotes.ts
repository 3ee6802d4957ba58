import type { IExecuteFunctions } from 'n8n-workflow';

import { attach, notesAttachment } from '../../api/attach';
import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { fault } from '../../errors/fault';
import { redactUrlsIn } from '../../http/redact';
import { assetIdsField, refuseRepeated } from '../../parameters/assetIds';
import { binariesField } from '../../parameters/binaryFields';
import { type AssetOrFile, namedAssets, readParts } from '../../parameters/files';
import { jobIdField, readJobCall, readJobKey } from '../../parameters/jobCall';
import { allowShortLivedUrlOption, fileUrlField, readFileUrl } from '../../parameters/fileUrl';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { ATTACH, callOnce } from '../../run/completedSteps';
import type { Operation, Run } from '../../run/operation';
import { uploadParts } from '../../run/uploadParts';

const notesUrlField = fileUrlField('Notes URL', 'notesUrl', 'e.g. https://example.com/agenda.pdf');

interface Plan {
	call: JobCall;
	/** A URL, or what the call takes several of. */
	notes: { url: string } | { parts: AssetOrFile[] };
}

/**
 * All items of a job make one call: it takes a list, and it is open whether a second call adds to the first or replaces
 * it. It takes no more than one URL, and no URL beside assets.
 */
export const addNotes: Operation<Plan> = {
	option: {
		name: 'Add Notes',
		value: 'addNotes',
		action: 'Add notes',
		description:
			'Attach an agenda, slides or names for the transcribers. Only before transcription starts.',
	},
	fields: [
		jobIdField,
		{
			displayName: 'Notes Source',
			name: 'notesSource',
			type: 'options',
			options: [
				{
					name: 'Asset IDs',
					value: 'assetIds',
					description: 'Use assets already uploaded to the job',
				},
				{
					name: 'Binary Files',
					value: 'binary',
					description: "Upload the item's files and attach them",
				},
				{
					name: 'URL',
					value: 'url',
					description: 'Let Verbit download the notes from a URL',
				},
			],
			default: 'url',
		},
		showFor('notesSource', ['url'], notesUrlField),
		showFor('notesSource', ['assetIds'], assetIdsField),
		showFor('notesSource', ['binary'], binariesField),
		sourceOptionsField('notesSource', [allowShortLivedUrlOption]),
	],

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		return [{ call, notes: await readNotes(context, itemIndex, call) }];
	},

	check(plans) {
		const { jobId } = plans[0].call;
		if (plans.length > 1 && plans.some(({ notes }) => 'url' in notes)) {
			throw fault('JOB_IN_SEVERAL_ITEMS', {
				jobId,
				count: plans.length,
				limit: 'a notes URL must be its only notes',
			});
		}
		refuseRepeated(namedAssets(partsOf(plans)));
	},

	async run(run, plans) {
		const { call, notes } = plans[0];
		const { toAttach, json, subject } =
			'url' in notes ? notesBehind(notes.url) : await uploadNotes(run, partsOf(plans));
		const response = await callOnce(
			run.completed,
			ATTACH,
			async (earlier) => await attach(run.client, call, notesAttachment(toAttach), earlier),
			subject,
		);
		return { json: outputOfJob(call.jobId, response, json) };
	},
};

async function readNotes(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<Plan['notes']> {
	const given = context.getNodeParameter('notesSource', itemIndex);
	const source = readChoice('Notes Source', given, ['assetIds', 'binary', 'url']);
	if (source !== 'url') {
		return { parts: await readParts(context, itemIndex, call, source) };
	}
	return { url: readFileUrl(context, itemIndex, notesUrlField) };
}

function partsOf(plans: Plan[]): AssetOrFile[] {
	return plans.flatMap(({ notes }) => ('parts' in notes ? notes.parts : []));
}

function notesBehind(url: string) {
	const toAttach = { notes_attachment_url: url };
	return { toAttach, json: redactUrlsIn(toAttach), subject: toAttach };
}

async function uploadNotes(run: Run, parts: AssetOrFile[]) {
	const { assetIds, files, subject } = await uploadParts(run, parts);
	const toAttach = { asset_ids: assetIds };
	return { toAttach, json: { ...toAttach, files }, subject };
}
