/**
 * Why a call starts nothing and is not answered with `OK`, so that the service sends it again, for up to 48 hours.
 * Its message is for n8n's log.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	constructor(
		/** HTTP status of the answer. */
		readonly status: number,
		/** Body of the answer. The caller may be anybody: it tells nothing of this n8n. */
		readonly answer: string,
		message = answer,
	) {
		super(message);
	}
}
