import type { INodeTypeDescription } from 'n8n-workflow';

const TEST =
	"<b>While you build the workflow</b>, click the button, copy the Test URL under 'Webhook URLs', and submit a job with the Test URL as its 'Callback URL'. The sandbox finishes a job at once if you set 'Finish In'. Verbit calls when the job finishes, and the event shows up here.";

const PRODUCTION =
	"<b>When the workflow is published</b>, jobs need the Production URL as their 'Callback URL'.";

/** What the editor says while it has no event, and while it listens for one. */
export const editorTexts: Pick<
	INodeTypeDescription,
	'triggerPanel' | 'eventTriggerDescription' | 'activationMessage'
> = {
	triggerPanel: {
		header: 'Test with a job',
		executionsHelp: {
			inactive: `${TEST}<br /><br />${PRODUCTION} Those executions show up in the list of executions, but not here.`,
			active: `${TEST}<br /><br />${PRODUCTION} Those executions show up in the <a data-key="executions">list of executions</a>, but not here.`,
		},
		activationHint: {
			inactive:
				"Click the button, then submit a job whose 'Callback URL' is the Test URL. n8n listens for two minutes.",
			active:
				"Click the button, then submit a job whose 'Callback URL' is the Test URL. Jobs with the Production URL start the published workflow.",
		},
	},
	eventTriggerDescription: "Submit a job whose 'Callback URL' is the Test URL",
	activationMessage:
		"Verbit can now call the Production URL. Use it as 'Callback URL' of your jobs.",
};
