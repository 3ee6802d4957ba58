/** Which job a call of Verbit is about, and in which version of the API. */
export interface JobCall {
	jobId: number;
	/** The query parameter `v`. */
	apiVersion: number;
}
